import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Which runner made a container, network or volume, and for which stage. */
const ownerLabel = 'io.millrace.runner';
const stageLabel = 'io.millrace.stage';

export function ownerLabels(owner: string): Record<string, string> {
  return { [ownerLabel]: owner };
}

export function stageLabels(owner: string, stageId: number): Record<string, string> {
  return { ...ownerLabels(owner), [stageLabel]: String(stageId) };
}

/** A filter of the Docker API for things that carry these labels. */
export function labelFilter(labels: Record<string, string>): { label: string[] } {
  return { label: Object.entries(labels).map(([name, value]) => `${name}=${value}`) };
}

/** Name under which a runner finds again what it made before a crash; kept in its folder. */
export async function readOwner(workDir: string): Promise<string> {
  await mkdir(workDir, { recursive: true });
  const path = join(workDir, 'docker-owner');
  await writeFile(path, randomUUID(), { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return (await readFile(path, 'utf8')).trim();
}
