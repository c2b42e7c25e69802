import { posix } from 'node:path';
import { PassThrough } from 'node:stream';
import type Docker from 'dockerode';
import tar from 'tar-stream';
import { type OutputTexts, outputVariables, readOutputText } from '../output-files.ts';

/** Folder of the output files, in the file system of each container. */
const folder = '/.millrace';
const names: Record<keyof OutputTexts, string> = { open: 'output', masked: 'secret-output' };

export const outputEnvironment: Record<string, string> = {
  [outputVariables.open]: posix.join(folder, names.open),
  [outputVariables.masked]: posix.join(folder, names.masked),
};

/** Creates the output files in a container that has not started. Every user may write to them. */
export async function createOutputFiles(container: Docker.Container): Promise<void> {
  const archive = tar.pack();
  archive.entry({ name: folder.slice(1), type: 'directory', mode: 0o755 });
  for (const name of Object.values(names)) {
    archive.entry({ name: posix.join(folder.slice(1), name), mode: 0o666 }, '');
  }
  archive.finalize();
  await container.putArchive(archive.pipe(new PassThrough()), { path: '/' });
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
  const archive = await container.getArchive({ path }).catch(() => undefined);
  if (!archive) return '';
  return readOutputText(archive);
}
