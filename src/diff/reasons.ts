// Every reason why a symbol counts as changed, and whether code that was right before may be wrong
// after it. One table: the docs page and the answers are checked against it.

/** `undecided`: whether code breaks cannot be told, and so it is called neither. */
export type Severity = 'breaking' | 'undecided' | 'compatible'

/** Worst first: where a change has several reasons, the first in this order is its reason. */
export const REASONS = {
  kind_changed: ['breaking', 'It is another kind of thing now'],
  became_esm: ['breaking', 'Only `import` loads it now: `require` fails or gives another object'],
  became_commonjs: ['breaking', 'Only `require` loads it now: `import` of it fails'],
  export_assignment_removed: [
    'breaking',
    'It was all that its module exported, and is a `default` of it now: `require` gives another object',
  ],
  export_assignment_added: [
    'breaking',
    'It was the `default` of its module, and is all that this exports now: it has no `default`',
  ],
  became_type_only: ['breaking', 'It has no value at run time any more'],
  became_const_enum: ['breaking', 'It is no object any more: only its members can be named'],
  declaration_removed: [
    'breaking',
    'It is declared no more: only code that no compiler checks can use it',
  ],
  parameter_removed: ['breaking', 'A parameter is gone'],
  parameter_renamed: ['breaking', 'A parameter that can be passed by name has another name'],
  required_parameter_added: ['breaking', 'A parameter is new and must be given'],
  parameter_made_required: ['breaking', 'A parameter must be given now'],
  parameter_made_keyword_only: ['breaking', 'A parameter can only be passed by name now'],
  parameter_made_positional_only: ['breaking', 'A parameter can no longer be passed by name'],
  parameter_moved: ['breaking', 'A parameter stands at another position'],
  variable_arguments_removed: ['breaking', 'Any number of arguments was taken and is no longer'],
  became_async: ['breaking', 'It returns an awaitable now'],
  became_sync: ['breaking', 'It no longer returns an awaitable'],
  became_abstract: ['breaking', 'It can no longer be made an instance of'],
  constructor_hidden: ['breaking', 'Its constructor is not public any more'],
  base_removed: ['breaking', 'A base class is gone'],
  overload_removed: ['breaking', 'A way to call it is gone'],
  type_parameter_removed: ['breaking', 'A type parameter is gone'],
  type_parameter_added: ['breaking', 'A type parameter without a default is new'],
  type_parameter_narrowed: ['breaking', 'A type parameter takes other types than before'],
  parameter_type_narrowed: ['breaking', 'A parameter takes fewer types'],
  parameter_type_changed: ['breaking', 'A parameter takes another type'],
  return_type_widened: ['breaking', 'It may return more than before'],
  return_type_changed: ['breaking', 'It returns another type'],
  member_made_optional: ['breaking', 'It may be missing now'],
  member_made_required: ['breaking', 'Whoever makes such an object must give it now'],
  required_member_added: [
    'breaking',
    'A member is new and whoever makes such an object must give it',
  ],
  member_made_protected: ['breaking', 'Only classes below its own can use it now'],
  member_made_readonly: ['breaking', 'It can no longer be assigned'],
  value_changed: ['breaking', 'The value of an enum member is another one, in npm of another kind'],
  type_narrowed: ['breaking', 'Its type takes fewer values'],
  type_widened: ['breaking', 'Its type may hold more than before'],
  type_changed: ['breaking', 'Its type is another one'],
  type_changed_undecided: [
    'undecided',
    'A type in it is another one, and the declarations do not tell whether code breaks',
  ],
  require_gives_namespace: [
    'undecided',
    'Only `import` loads it as before: in all releases of Node that both releases ask for `require` gives its names, and nothing where something that it imports waits at its top level',
  ],
  parameter_absorbed: ['compatible', 'A parameter is taken by the variable arguments now'],
  optional_parameter_added: ['compatible', 'A parameter is new and may be left out'],
  parameter_made_optional: ['compatible', 'A parameter may be left out now'],
  parameter_kind_widened: ['compatible', 'A parameter can be passed in more ways'],
  variable_arguments_named: [
    'compatible',
    'Any arguments were taken, and now those that have names',
  ],
  variable_arguments_added: ['compatible', 'Any number of arguments is taken now'],
  default_changed: ['compatible', 'The default of a parameter is another one'],
  parameter_type_widened: ['compatible', 'A parameter takes more types'],
  return_type_narrowed: ['compatible', 'It returns less than before'],
  overload_added: ['compatible', 'There is another way to call it'],
  type_parameter_widened: [
    'compatible',
    'A type parameter takes more types, or is new with a default',
  ],
  base_added: ['compatible', 'It has another base class'],
  became_concrete: ['compatible', 'It can be made an instance of now'],
  member_made_public: ['compatible', 'Everybody can use it now'],
  member_made_writable: ['compatible', 'It can be assigned now'],
  readonly_type_narrowed: ['compatible', 'It can only be read, and holds less than before'],
  given_type_widened: ['compatible', 'Callers only give it, and more is taken than before'],
  got_type_narrowed: ['compatible', 'Callers only get it, and it holds less than before'],
  given_member_made_optional: ['compatible', 'Callers only give it, and may leave it out now'],
  constant_value_changed: ['compatible', 'The value of a constant is another one of its kind'],
  type_became_any: ['compatible', 'Its type is `any` now, which fits everywhere'],
  type_rewritten: ['compatible', 'Its type is written otherwise, and each stands for the other'],
  annotation_added: ['compatible', 'It has a type annotation now'],
  annotation_removed: ['compatible', 'It has no type annotation any more'],
  annotation_changed: ['compatible', 'A type annotation, which nothing enforces, is another one'],
  javascript_parameters_changed: ['compatible', 'The parameters in its source are others'],
  overloads_changed: ['compatible', 'The ways to call it are written otherwise'],
} as const satisfies Readonly<Record<string, readonly [Severity, string]>>

export type Reason = keyof typeof REASONS

export function severityOf(reason: Reason): Severity {
  return REASONS[reason][0]
}

const ORDER = Object.keys(REASONS) as Reason[]

/** The worst of them; null for none. */
export function worst(reasons: Iterable<Reason>): Reason | null {
  const found = new Set(reasons)
  return ORDER.find((reason) => found.has(reason)) ?? null
}
