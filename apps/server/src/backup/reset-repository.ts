import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RepositoryFiles } from '../forges/builtin/repository-files.ts';

/** Files that name programs which git runs, or other folders from which it reads objects. */
const untrusted = [
  'hooks',
  'config.worktree',
  'worktrees',
  'commondir',
  'objects/info/alternates',
  'objects/info/http-alternates',
];

/**
 * Replaces hooks and configuration of a repository from a backup. The file may come from another person, and git
 * would run the programs that they name.
 */
export async function resetRepository(
  root: string,
  repository: { namespace: string; name: string },
): Promise<void> {
  const files = new RepositoryFiles(root);
  const path = files.pathOf(repository.namespace, repository.name);
  for (const name of untrusted) await rm(join(path, name), { recursive: true, force: true });
  const config = join(path, 'config');
  await writeFile(config, configOf(await readFile(config, 'utf8').catch(() => '')), {
    mode: 0o600,
  });
  await files.writeHooks(repository.namespace, repository.name);
}

/** Returns the configuration of a new repository, with the formats of hashes and references. */
function configOf(stored: string): string {
  const formats = [
    ...(/^\s*objectformat\s*=\s*sha256\s*$/im.test(stored) ? ['objectFormat = sha256'] : []),
    ...(/^\s*refstorage\s*=\s*reftable\s*$/im.test(stored) ? ['refStorage = reftable'] : []),
  ];
  const core = [
    `repositoryformatversion = ${formats.length > 0 ? 1 : 0}`,
    'filemode = true',
    'bare = true',
  ];
  const sections = [['core', core] as const, ['extensions', formats] as const];
  return sections
    .filter(([, lines]) => lines.length > 0)
    .map(([name, lines]) => `[${name}]\n${lines.map((line) => `\t${line}\n`).join('')}`)
    .join('');
}
