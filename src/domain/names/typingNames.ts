// Names that Python's `typing` has for classes that need none of their own since PEP 585.

export const PLAIN_GENERICS: Readonly<Record<string, string>> = {
  List: 'list',
  Dict: 'dict',
  Tuple: 'tuple',
  Set: 'set',
  FrozenSet: 'frozenset',
  Type: 'type',
}
