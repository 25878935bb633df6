// The words before the type of a member: `protected static readonly`.

type Modifiers = Readonly<{ isProtected: boolean; isStatic: boolean; isReadonly: boolean }>

const HEAD = /^(protected )?(static )?(readonly )?/

export function modifiersOf(signature: string | null): Modifiers {
  const [, access, isStatic, isReadonly] = HEAD.exec(signature ?? '') ?? []
  return {
    isProtected: access !== undefined,
    isStatic: isStatic !== undefined,
    isReadonly: isReadonly !== undefined,
  }
}

export function withoutModifiers(signature: string): string {
  return signature.replace(HEAD, '')
}
