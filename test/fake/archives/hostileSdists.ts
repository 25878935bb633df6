// Sdists with links that lead somewhere, dots for a top folder, and formats that are not read.

import type { RefusalReason } from '../../../src/artifact/bytes/refusal.ts'
import type { Hostile } from './hostile.ts'
import { link } from './hostileTarball.ts'
import { buildTarball, type TarMember, tarMembers } from './tarBuilder.ts'

export const LINK_SDISTS: readonly Hostile[] = [
  sdist('a link to a file outside', 'link', [link('demo-1.0/x', '../../etc/passwd', '2')]),
  sdist('a link to an absolute file', 'link', [link('demo-1.0/x', '/etc/passwd', '2')]),
  sdist('a link that leaves and comes back', 'link', [
    link('demo-1.0/x', '../../demo-1.0/README.md', '2'),
  ]),
  sdist('a link to nothing', 'link', [link('demo-1.0/x', 'absent', '2')]),
  sdist('a link to a folder', 'link', [
    { name: 'demo-1.0/src/a.py', data: 'x' },
    link('demo-1.0/demo', 'src', '2'),
  ]),
  sdist('a module that is a link to a folder', 'link', [
    { name: 'demo-1.0/src/a.py', data: 'x' },
    link('demo-1.0/b.py', 'src', '2'),
  ]),
  sdist('a module that is a link to a link', 'link', [
    { name: 'demo-1.0/a.py', data: 'x' },
    link('demo-1.0/b.txt', 'a.py', '2'),
    link('demo-1.0/c.py', 'b.txt', '2'),
  ]),
  sdist('a module that is a link to nothing', 'link', [link('demo-1.0/b.py', 'a.py', '2')]),
  sdist('a link in place of the top folder', 'top_folder', [link('demo-1.0', 'README.md', '2')]),
  sdist('a link with a body', 'tar_header_invalid', [
    { ...link('demo-1.0/x', 'README.md', '2'), data: 'hidden' },
  ]),
  sdist('a file below a link', 'file_directory_clash', [
    link('demo-1.0/x', 'README.md', '2'),
    { name: 'demo-1.0/x/a.py', data: 'x' },
  ]),
  sdist('a link over a file', 'duplicate_name', [link('demo-1.0/README.md', 'PKG-INFO', '2')]),
  sdist('a dot in front of the top folder', 'name_parent', [
    { name: './demo-1.0/a.py', data: 'x' },
  ]),
  sdist('a dot as the top folder', 'name_parent', [{ name: './a.py', data: 'x' }]),
  sdist('the folder above the top folder', 'name_parent', [{ name: '.', type: '5' }]),
  {
    ...sdist('a format that is not read', 'format_unsupported', []),
    filename: 'demo-1.0.tar.bz2',
  },
]

function sdist(lie: string, reason: RefusalReason, members: readonly TarMember[]): Hostile {
  const files = tarMembers('-- PKG-INFO --\nName: demo\n-- README.md --\nDemo\n', 'demo-1.0')
  const build = () => buildTarball([...files, ...members])
  return { lie, reason, build, kind: 'sdist', filename: 'demo-1.0.tar.gz' }
}
