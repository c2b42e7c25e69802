import { execFile } from 'node:child_process';
import { chmod, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { quoteShell } from '../../shared/quote-shell.ts';
import { findPlacesOf } from './mounts.ts';
import type { StepAccount } from './step-account.ts';

/** Programs of the system alone: a step could bring others that leave the folder visible. */
const systemPath = '/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * Puts an empty folder over each hidden one and the workspace back into its place, then gives up, with
 * one more user namespace, the power to undo that. What lies in another hidden one, or cannot be reached,
 * is hidden already.
 */
const arrange = `set -e
workspace=$1 directory=$2 uid=$3 gid=$4 launcher=$5
shift 5
cd "$workspace"
for hidden; do
  if [ -d "$hidden" ]; then mount -t tmpfs -o mode=755 tmpfs "$hidden"; fi
done
mkdir -p "$workspace"
mount -c --bind . "$workspace"
cd "$directory"
exec unshare --user --map-user="$uid" --map-group="$gid" -- /bin/sh "$launcher"
`;

interface ViewedStep {
  workspacePath: string;
  directory: string;
  /** A script that sets the step's variables itself: none of them may touch what comes before. */
  launcherPath: string;
}

/**
 * A step's own view of the files, without some folders. As it is in a user namespace of its own, it cannot
 * read the environment and the memory of processes outside either, though they are of its account.
 */
export class PrivateView {
  private readonly hiddenDirs: readonly string[];
  private readonly account: Pick<StepAccount, 'uid' | 'gid'>;

  constructor(hiddenDirs: readonly string[], account: Pick<StepAccount, 'uid' | 'gid'>) {
    this.hiddenDirs = hiddenDirs;
    this.account = account;
  }

  command({ workspacePath, directory, launcherPath }: ViewedStep): [string, ...string[]] {
    const { uid, gid } = this.account;
    return [
      ...(['unshare', '--user', '--map-root-user', '--mount', '--propagation', 'private'] as const),
      ...['--', '/bin/sh', '-c', arrange, 'sh', workspacePath, directory],
      ...[String(uid), String(gid), launcherPath, ...this.hiddenDirs],
    ];
  }

  get environment(): Record<string, string> {
    return { PATH: systemPath };
  }
}

/** Undefined where this system lets the account have no such view, which is tried. */
export async function findPrivateView(
  hiddenDirs: readonly string[],
  workDir: string,
  account: StepAccount | undefined,
): Promise<PrivateView | undefined> {
  const uid = account?.uid ?? process.getuid?.() ?? 0;
  const gid = account?.gid ?? process.getgid?.() ?? 0;
  // Root undoes whatever is arranged, and needs accounts that a user namespace does not have.
  if (process.platform !== 'linux' || uid === 0) return undefined;
  const real = await Promise.all(hiddenDirs.map((path) => realpath(path).catch(() => undefined)));
  const places = await Promise.all(real.filter((path) => path !== undefined).map(findPlacesOf));
  const view = new PrivateView([...new Set(places.flat())], { uid, gid });
  return (await hides(view, workDir, { uid, gid })) ? view : undefined;
}

/** Carries out a step that looks for a folder beside its own. */
async function hides(
  view: PrivateView,
  workDir: string,
  account: Pick<StepAccount, 'uid' | 'gid'>,
): Promise<boolean> {
  const [own, other] = [
    await mkdtemp(join(workDir, 'probe-')),
    await mkdtemp(join(workDir, 'probe-')),
  ];
  try {
    const launcherPath = join(own, 'launch.sh');
    await writeFile(launcherPath, `test ! -e ${quoteShell(other)}\n`);
    await chmod(own, 0o755);
    await chmod(launcherPath, 0o644);
    const [file, ...args] = view.command({ workspacePath: own, directory: own, launcherPath });
    await promisify(execFile)(file, args, { cwd: '/', env: view.environment, ...account });
    return true;
  } catch {
    return false;
  } finally {
    for (const path of [own, other]) await rm(path, { recursive: true, force: true });
  }
}
