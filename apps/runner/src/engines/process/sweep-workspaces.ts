import { readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { killMarked } from './kill-processes.ts';
import { removeTree } from './remove-tree.ts';
import { workspacePrefix } from './workspace-marker.ts';

/** Ends and removes what a runner that died left in `workDir`. */
export async function sweepWorkspaces(workDir: string): Promise<void> {
  const directory = await realpath(workDir).catch(() => undefined);
  if (directory === undefined) return;
  await killMarked(directory);
  const names = await readdir(directory);
  for (const name of names.filter((candidate) => candidate.startsWith(workspacePrefix))) {
    await removeTree(join(directory, name));
  }
}

/** Sweeps once for all engines that have workspaces there: one must not sweep what another runs. */
export function createWorkspaceSweep(workDir: string): () => Promise<void> {
  let swept: Promise<void> | undefined;
  return () => {
    swept ??= sweepWorkspaces(workDir).catch((error: unknown) => {
      swept = undefined;
      throw error;
    });
    return swept;
  };
}
