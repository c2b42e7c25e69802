import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Identifies the runner and the stage that created a container, network or volume. */
const ownerLabel = 'io.millrace.runner';
const stageLabel = 'io.millrace.stage';

export function ownerLabels(owner: string): Record<string, string> {
  return { [ownerLabel]: owner };
}

export function stageLabels(owner: string, stageId: number): Record<string, string> {
  return { ...ownerLabels(owner), [stageLabel]: String(stageId) };
}

/** Returns a Docker API filter for resources with these labels. */
export function labelFilter(labels: Record<string, string>): { label: string[] } {
  return { label: Object.entries(labels).map(([name, value]) => `${name}=${value}`) };
}

/** Returns the id by which a runner finds its resources after a crash; stored in its data folder. */
export async function readOwner(workDir: string): Promise<string> {
  await mkdir(workDir, { recursive: true });
  const path = join(workDir, 'docker-owner');
  await writeFile(path, randomUUID(), { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return (await readFile(path, 'utf8')).trim();
}
