import { posix } from 'node:path';
import type Docker from 'dockerode';
import { type OutputTexts, outputVariables, readOutputText } from '../output-files.ts';
import { openArchive } from './docker-archives.ts';
import { runnerFolder as folder, putRunnerFiles } from './runner-files.ts';

const names: Record<keyof OutputTexts, string> = { open: 'output', masked: 'secret-output' };

export const outputEnvironment: Record<string, string> = {
  [outputVariables.open]: posix.join(folder, names.open),
  [outputVariables.masked]: posix.join(folder, names.masked),
};

/** Creates the output files in a container that has not started. Every user may write to them. */
export async function createOutputFiles(container: Docker.Container): Promise<void> {
  const files = Object.fromEntries(Object.values(names).map((name) => [name, '']));
  await putRunnerFiles(container, files, 0o666);
}

/** Reads the output files of a finished container. A file that is too large is longer than the maximum. */
export async function readOutputFiles(container: Docker.Container): Promise<OutputTexts> {
  const [open, masked] = [
    await readFile(container, names.open),
    await readFile(container, names.masked),
  ];
  return { open, masked };
}

/** Returns an empty text if the step has removed the file, or replaced it by something else. */
async function readFile(container: Docker.Container, name: string): Promise<string> {
  const path = posix.join(folder, name);
  const archive = await openArchive(container, path).catch(() => undefined);
  if (!archive) return '';
  return readOutputText(archive);
}
