import { execFileSync } from 'node:child_process';
import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { skipIf } from '@millrace/test-support/skip-if';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../../testing/temporary-directory.ts';
import { otherMountPoints, readOnlyMounts } from './mounts.ts';

/** Mounts in the format of `/proc/self/mountinfo`: device, root and mount point. */
const mounted = (...lines: string[]) =>
  lines.map((line, at) => `${at + 20} 1 ${line} rw,relatime shared:1 - ext4 /dev/x rw\n`).join('');
const whole = (mountPoint: string) => ({ mountPoint, isWhole: true });
const part = (mountPoint: string) => ({ mountPoint, isWhole: false });

it.each([
  ['without other mounts', ['8:1 / /'], []],
  ['on another device', ['8:1 / /', '8:2 / /mnt', '8:2 /srv/data /copy'], []],
  ['below a second mount of the whole device', ['8:1 / /', '8:1 / /mnt'], [whole('/mnt/srv/data')]],
  ['below a second mount of a parent folder', ['8:1 / /', '8:1 /srv /mnt'], [whole('/mnt/data')]],
  [
    'at a second mount of the folder itself',
    ['8:1 / /', '8:1 /srv/data /da\\040ta'],
    [whole('/da ta')],
  ],
  ['if a part of it is mounted', ['8:1 / /', '8:1 /srv/data/artifacts /files'], [part('/files')]],
  ['if a part of it is mounted within it', ['8:1 / /', '8:1 /srv/data/a /srv/data/b'], []],
  [
    'despite names with the same prefix',
    ['8:1 / /', '8:1 /srv/data-2 /two', '8:1 /srv/da /three'],
    [],
  ],
  [
    'on a volume that is mounted twice',
    ['8:1 / /', '8:2 /volumes/x /srv', '8:2 /volumes /all', '8:2 /volumes/y /y'],
    [whole('/all/x/data')],
  ],
  ['mounted over an earlier mount', ['8:1 / /', '8:2 / /srv', '8:3 / /srv', '8:2 / /b'], []],
])('finds the other mount points of a folder %s', (_, lines, expected) => {
  expect(otherMountPoints(mounted(...lines), '/srv/data')).toEqual(expected);
});

it('finds nothing without mount information', () => {
  expect(otherMountPoints('', '/srv/data')).toEqual([]);
});

const ownMounts = ['--user', '--map-root-user', '--mount', '--propagation', 'private', '--'];

it(
  'finds the mount points of the system',
  skipIf(!canMount() && 'this account may not mount'),
  async () => {
    const dir = await realpath(await temporaryDirectory());
    for (const name of ['data/artifacts', 'copy', 'files', 'covered', 'empty']) {
      await mkdir(join(dir, name), { recursive: true });
    }
    const find = `import { findPathsTo } from ${JSON.stringify(import.meta.resolve('./mounts.ts'))};
    console.log(JSON.stringify(await findPathsTo(${JSON.stringify(join(dir, 'data'))})));`;
    const mount = `cd "$1"; mount --bind data copy; mount --bind data/artifacts files
    mount --bind data covered; mount --bind empty covered
    exec "$2" --input-type=module --eval "$3"`;
    const script = ['/bin/sh', '-ec', mount, 'sh', dir, process.execPath, find];
    const output = execFileSync('/usr/bin/unshare', [...ownMounts, ...script], {
      encoding: 'utf8',
    });
    expect(JSON.parse(output)).toEqual(['data', 'copy', 'files'].map((name) => join(dir, name)));
  },
);

function canMount(): boolean {
  try {
    execFileSync('/usr/bin/unshare', [...ownMounts, 'mount', '-t', 'tmpfs', 'tmpfs', '/tmp'], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}

it('returns each file system below a folder, with the flags to preserve', () => {
  const mounts = [
    '20 1 8:1 / / rw,relatime - ext4 /dev/x rw',
    '21 20 8:2 / /home rw,nosuid,nodev,noatime shared:1 - ext4 /dev/y rw',
    '22 21 8:3 / /home/ci/a\\040b ro,relatime - ext4 /dev/z rw',
    '23 21 8:4 / /home/ci/data/logs rw - ext4 /dev/z rw',
    '24 21 8:5 / /home/cid rw - ext4 /dev/z rw',
  ].join('\n');
  expect(readOnlyMounts(mounts, '/home/ci', ['/home/ci/data'])).toEqual([
    { mountPoint: '/home/ci', options: 'ro,nosuid,nodev,noatime' },
    { mountPoint: '/home/ci/a b', options: 'ro,relatime' },
  ]);
});
