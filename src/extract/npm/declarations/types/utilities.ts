// The types of the library that decide by conditions, written down as what they mean.

import { keptOnce } from '../../../../domain/maps.ts'
import { bindFile } from '../program/bind.ts'
import { PackageModel } from '../program/packageModel.ts'
import { SourceFile } from '../program/sourceFile.ts'
import type { DeclaredSymbol } from '../program/symbols.ts'

const MEANINGS = `
type Exclude<From, What> = From extends What ? never : From
type Extract<From, What> = From extends What ? From : never
type NonNullable<Of> = Of extends null | undefined ? never : Of
type Parameters<Call> = Call extends (...given: infer Given) => any ? Given : never
type ConstructorParameters<Made> = Made extends abstract new (...given: infer Given) => any ? Given : never
type ReturnType<Call> = Call extends (...given: any) => infer Result ? Result : any
type InstanceType<Made> = Made extends abstract new (...given: any) => infer Result ? Result : any
type Awaited<Of> = Of extends PromiseLike<infer Value> ? Awaited<Value> : Of
`

/** The alias that a utility type stands for; null for other names. */
export function utilityAlias(name: string): DeclaredSymbol | null {
  return aliases().get(name) ?? null
}

const aliases = keptOnce(() => {
  const path = 'utilities.d.ts'
  const none = { name: 'lib', version: '0.0.0', manifest: {}, entries: [], read: () => null }
  const { globals } = bindFile(new SourceFile(new PackageModel(none), path, MEANINGS))
  return new Map(globals.flatMap(({ locals }) => [...locals]))
})
