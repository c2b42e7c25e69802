import { execFile } from 'node:child_process';
import { chmod, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { quoteShell } from '../../shared/quote-shell.ts';
import { findPathsTo, findReadOnlyMounts, isWithin, type ReadOnlyMount } from './mounts.ts';
import type { StepAccount } from './step-account.ts';
import { systemPath } from './system-path.ts';

/**
 * Makes some folders read-only, mounts an empty folder over each hidden folder and remounts the workspace.
 * Then enters another user namespace, which drops the right to undo this. Folders inside another hidden
 * folder, and unreachable folders, are already hidden.
 */
const arrange = `set -e
workspace=$1 directory=$2 uid=$3 gid=$4 launcher=$5
shift 5
cd "$workspace"
while [ "$1" != -- ]; do
  mount -c --rbind "$1" "$1"
  mount -c -o "remount,bind,$2" "$1"
  shift 2
done
shift
for hidden; do
  if [ -d "$hidden" ]; then mount -t tmpfs -o mode=755 tmpfs "$hidden"; fi
done
mkdir -p "$workspace"
mount -c --bind . "$workspace"
cd "$directory"
exec unshare --user --map-user="$uid" --map-group="$gid" -- /bin/sh "$launcher"
`;

interface ViewSettings {
  hiddenDirs: readonly string[];
  readOnly: readonly ReadOnlyMount[];
  account: Pick<StepAccount, 'uid' | 'gid'>;
}

interface ViewedStep {
  workspacePath: string;
  directory: string;
  /** Script that sets the step's variables. They must not affect the programs that run before it. */
  launcherPath: string;
}

/**
 * Private view of the file system for a step, in which some folders are hidden. In its own user namespace,
 * the step also cannot read the environment and memory of processes outside, even of the same account.
 */
export class PrivateView {
  private readonly settings: ViewSettings;

  constructor(settings: ViewSettings) {
    this.settings = settings;
  }

  get hasReadOnlyDirs(): boolean {
    return this.settings.readOnly.length > 0;
  }

  command({ workspacePath, directory, launcherPath }: ViewedStep): [string, ...string[]] {
    const { hiddenDirs, readOnly, account } = this.settings;
    const { uid, gid } = account;
    return [
      ...(['unshare', '--user', '--map-root-user', '--mount', '--propagation', 'private'] as const),
      '--',
      '/bin/sh',
      '-c',
      arrange,
      'sh',
      workspacePath,
      directory,
      String(uid),
      String(gid),
      launcherPath,
      ...readOnly.flatMap(({ mountPoint, options }) => [mountPoint, options]),
      '--',
      ...hiddenDirs,
    ];
  }
}

/** Creates a private view and tests it; undefined if this system does not support one for the account. */
export async function findPrivateView(
  {
    hiddenDirs,
    readOnlyDirs = [],
  }: { hiddenDirs: readonly string[]; readOnlyDirs?: readonly string[] },
  workDir: string,
  account: StepAccount | undefined,
): Promise<PrivateView | undefined> {
  const uid = account?.uid ?? process.getuid?.() ?? 0;
  const gid = account?.gid ?? process.getgid?.() ?? 0;
  // Root can undo the view, and needs accounts that a user namespace does not have.
  if (process.platform !== 'linux' || uid === 0) return undefined;
  // The user's own services run commands outside of the view through the sockets in this folder.
  const hidden = await findAllPaths([...hiddenDirs, `/run/user/${uid}`]);
  const readOnlyPaths = (await findAllPaths(readOnlyDirs)).filter(
    (mountPoint) => !hidden.some((folder) => isWithin(mountPoint, folder)),
  );
  const mounts = await Promise.all(
    readOnlyPaths.map((mountPoint) => findReadOnlyMounts(mountPoint, hidden)),
  );
  const parts = { hiddenDirs: hidden, account: { uid, gid } };
  // Some file systems cannot be remounted. A view that only hides folders is then better than none.
  for (const readOnly of mounts.length > 0 ? [mounts.flat(), []] : [[]]) {
    const view = new PrivateView({ ...parts, readOnly });
    const writable = readOnly.map(({ mountPoint }) => mountPoint);
    if (await protects(view, workDir, { uid, gid }, writable)) return view;
  }
  return undefined;
}

async function findAllPaths(folders: readonly string[]): Promise<string[]> {
  const real = await Promise.all(folders.map((path) => realpath(path).catch(() => undefined)));
  const mountPoints = await Promise.all(real.filter((path) => path !== undefined).map(findPathsTo));
  return [...new Set(mountPoints.flat())];
}

/**
 * Tests a view with a step that looks for a folder beside its own and tries to write to the read-only
 * folders.
 */
async function protects(
  view: PrivateView,
  workDir: string,
  account: Pick<StepAccount, 'uid' | 'gid'>,
  readOnlyDirs: readonly string[],
): Promise<boolean> {
  const [own, other] = [
    await mkdtemp(join(workDir, 'probe-')),
    await mkdtemp(join(workDir, 'probe-')),
  ];
  try {
    const launcherPath = join(own, 'launch.sh');
    const tests = [`test ! -e ${quoteShell(other)}`];
    for (const path of readOnlyDirs) tests.push(`test ! -w ${quoteShell(path)}`);
    await writeFile(launcherPath, `${tests.join(' && ')}\n`);
    await chmod(own, 0o755);
    await chmod(launcherPath, 0o644);
    const [file, ...args] = view.command({ workspacePath: own, directory: own, launcherPath });
    await promisify(execFile)(file, args, { cwd: '/', env: systemPath, ...account });
    return true;
  } catch {
    return false;
  } finally {
    for (const path of [own, other]) await rm(path, { recursive: true, force: true });
  }
}
