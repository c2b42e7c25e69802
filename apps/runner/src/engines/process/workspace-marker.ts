import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** Variable that all processes of a step inherit, so that the runner can find and kill them. */
export const workspaceVariable = 'MILLRACE_WORKSPACE';

export const workspacePrefix = 'stage-';

const terminalName = /^terminal-\d+\.sh$/;

/** Path of the script of a terminal. It is also the value of the variable in the processes of the terminal. */
export function terminalScript(workspacePath: string, number: number): string {
  return join(workspacePath, `terminal-${number}.sh`);
}

/** Lists the scripts of the terminals of a workspace; none if the path is not a folder. */
export async function listTerminalScripts(workspacePath: string): Promise<string[]> {
  const names = await readdir(workspacePath).catch(() => []);
  return names.filter((name) => terminalName.test(name)).map((name) => join(workspacePath, name));
}

/** True if `path` is `directory` or in it. A step may itself run a runner with such a path. */
export function isWithin(directory: string, path: string): boolean {
  return path === directory || path.startsWith(directory + sep);
}
