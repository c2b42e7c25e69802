import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { arch, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Core } from '../core.ts';
import type { GitHostingPort } from '../features/git-hosting/port.ts';
import { git } from '../forges/builtin/git.ts';

const namespace = 'samples';
const samplesDir = fileURLToPath(new URL('../../samples', import.meta.url));
const author = ['-c', 'user.name=Millrace', '-c', 'user.email=millrace@localhost'];

/**
 * Pushes two repositories whose pipelines run, so that a new server shows builds within a minute. Each folder
 * below `samples` is a repository; each folder in it is a branch.
 */
export async function seedSamples(
  { hosting, repos, userStore }: Pick<Core, 'hosting' | 'repos' | 'userStore'>,
  gitHosting: Pick<GitHostingPort, 'addHostedRepo'>,
  owner: string,
): Promise<void> {
  const user = await userStore.findByLogin(owner);
  if (!user) return;
  for (const name of await readdir(samplesDir)) {
    const repo = { namespace, name };
    await gitHosting.addHostedRepo(user, namespace, name);
    const added = await repos.findBySlug(`${namespace}/${name}`);
    if (added) await repos.update(added.id, { visibility: 'internal' });
    await pushBranches(hosting.files.pathOf(namespace, name), join(samplesDir, name), owner);
    await hosting.forge.receivePushes(repo);
  }
}

async function pushBranches(bare: string, sample: string, sender: string): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'millrace-sample-'));
  try {
    await git(work, ['init', '--quiet', '--initial-branch=main', work]);
    const branches = await readdir(sample);
    for (const branch of branches.sort((a, b) => Number(b === 'main') - Number(a === 'main'))) {
      await git(work, ['checkout', '--quiet', '-B', branch]);
      await cp(join(sample, branch), work, { recursive: true });
      await fitPlatform(join(work, '.drone.yml'));
      const title = await readFile(join(work, 'COMMIT_MESSAGE'), 'utf8');
      await rm(join(work, 'COMMIT_MESSAGE'));
      await git(work, ['add', '--all']);
      await git(work, [...author, 'commit', '--quiet', '--message', title]);
      await git(work, ['push', '--quiet', bare, branch], { env: { MILLRACE_SENDER: sender } });
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * Sets the platform of a pipeline to arm64 on such a machine. The default is amd64, and the samples must run
 * here.
 */
async function fitPlatform(file: string): Promise<void> {
  if (arch() !== 'arm64') return;
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replaceAll('type: exec\n', 'type: exec\nplatform: { arch: arm64 }\n'));
}
