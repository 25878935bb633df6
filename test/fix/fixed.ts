// Code against a small package called `kit`, and one called `need` that it requires, with the edits that
// are proven made.

import { type CheckReport, checkInput, type Seen } from '../../src/check/checkCode.ts'
import type { PackageTables } from '../../src/check/plan/packageTables.ts'
import { readInput } from '../../src/check/read/readInput.ts'
import type { PackageName } from '../../src/domain/names/packageName.ts'
import { proveFixes } from '../../src/fix/proveFixes.ts'
import { openedPackage } from '../check/openedPackage.ts'
import { SMALL_WORLD } from '../check/smallWorld.ts'
import { tableOf as npmTable } from '../extract/npm/tableOf.ts'
import { tableOf as pythonTable } from '../extract/python/packageOf.ts'

type Files = Readonly<Record<string, string>>

export async function fixed(
  releases: Readonly<{ older?: Files; now: Files; need?: Files }>,
  files: Files,
): Promise<Readonly<{ files: Files; refused: readonly string[]; proofs: readonly string[] }>> {
  const isPython = Object.keys(releases.now).some((path) => path.endsWith('.py'))
  const { need = {} } = releases
  const tableOf = (of: Files) => (isPython ? pythonTable(of, 'wheel', [need]) : npmTable(of))
  const now = openedPackage('kit', tableOf(releases.now))
  const older = releases.older === undefined ? null : openedPackage('kit', tableOf(releases.older))
  const required = openedPackage('need', tableOf(need))
  const tables: PackageTables = async ({ name }) =>
    name === 'kit'
      ? now
      : name === 'need'
        ? required
        : { state: 'package_not_found', near: ['kit'] }
  const imports = {
    ...SMALL_WORLD.imports,
    find(ecosystem: 'pypi' | 'npm', written: string) {
      const match = SMALL_WORLD.imports.find(ecosystem, written)
      const [top] = written.split('.')
      if (ecosystem !== 'pypi' || (top !== 'kit' && top !== 'need')) return match
      return {
        standardLibrary: false,
        providers: [{ name: top as PackageName, provides: top, downloads: null }],
      }
    },
    near: (written: string) =>
      written === 'ktis'
        ? []
        : written === 'kti'
          ? [{ name: 'kit', distribution: 'kit' as PackageName }]
          : [],
  }
  async function check(texts: ReadonlyMap<string, string>) {
    let seen: Seen | null = null
    const given = [...texts].map(([path, content]) => ({ path, content }))
    const report: CheckReport = await checkInput(
      readInput(given),
      {},
      {
        tables,
        imports,
        onSeen: (one) => {
          seen = one
        },
      },
    )
    if (seen === null) throw new Error('it is seen')
    return { report, seen: seen as Seen }
  }
  const texts = new Map(Object.entries(files))
  const before = await check(texts)
  const key = { ecosystem: isPython ? 'pypi' : 'npm', name: 'kit' as PackageName } as const
  const fixes = await proveFixes(before.report.findings, {
    texts,
    before,
    older: older?.state === 'opened' ? { key, table: older.table } : null,
    check: async (after) => (await check(new Map([...texts, ...after]))).report,
  })
  return {
    files: Object.fromEntries([...texts, ...fixes.after]),
    refused: fixes.refused.map(
      ({ finding: { line, symbol, package: name }, reason }) =>
        `${line} ${symbol ?? name}: ${reason}`,
    ),
    proofs: fixes.edits.map(({ proof }) => proof),
  }
}
