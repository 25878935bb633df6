import { describe, expect, test } from 'vitest'
import { releaseSection } from '../../scripts/changelog.ts'

const CHANGELOG = '# Changelog\n\n## Unreleased\n\n### Added\n- A lamp.\n\n## 1.0.0\n\n- All.\n'

describe('the changelog at a release', () => {
  test('what was unreleased is under the version and the day', () => {
    const { section, changelog } = releaseSection(CHANGELOG, '1.1.0', '2026-01-02')
    expect(section).toBe('## 1.1.0 (2026-01-02)\n\n### Added\n- A lamp.')
    expect(changelog).toBe(
      '# Changelog\n\n## Unreleased\n\n## 1.1.0 (2026-01-02)\n\n### Added\n- A lamp.\n\n## 1.0.0\n\n- All.\n',
    )
  })

  test('a version that has a section is not released again', () => {
    expect(() => releaseSection(CHANGELOG, '1.0.0', '2026-01-02')).toThrow('already')
    const { changelog } = releaseSection(CHANGELOG, '1.1.0', '2026-01-02')
    expect(() => releaseSection(changelog, '1.1.0', '2026-01-03')).toThrow('already')
  })

  test('nothing is not released', () => {
    const { changelog } = releaseSection(CHANGELOG, '1.1.0', '2026-01-02')
    expect(() => releaseSection(changelog, '1.2.0', '2026-01-03')).toThrow('nothing is unreleased')
    expect(() => releaseSection('# Changelog\n', '1.2.0', '2026-01-03')).toThrow('nothing')
  })
})
