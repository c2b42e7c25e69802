import { readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { killMarked } from './marked-processes.ts';
import { removeTree } from './remove-tree.ts';
import { markOf } from './stage-mark.ts';
import { listTerminalScripts, workspacePrefix } from './workspace-marker.ts';

/** Stops and removes the workspaces of a crashed runner in `workDir`. */
export async function sweepWorkspaces(workDir: string): Promise<void> {
  const directory = await realpath(workDir).catch(() => undefined);
  if (directory === undefined) return;
  const names = await readdir(directory);
  const paths = names
    .filter((name) => name.startsWith(workspacePrefix))
    .map((name) => join(directory, name));
  const terminals = await Promise.all(paths.map(listTerminalScripts));
  const marks = await Promise.all([...paths, ...terminals.flat()].map(markOf));
  await killMarked(directory, new Set(marks));
  for (const path of paths) await removeTree(path);
}

/**
 * Creates a function that sweeps once for all engines in this folder, so that no engine removes workspaces of
 * another.
 */
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
