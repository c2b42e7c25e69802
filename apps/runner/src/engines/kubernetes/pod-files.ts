import { posix } from 'node:path';
import { Readable } from 'node:stream';
import { tarFile, writeTar } from '@millrace/node-kit/tar/write-tar';
import type { ContainerArchives } from '../find-files-in-archives.ts';
import { type OutputTexts, outputVariables, readOutputText } from '../output-files.ts';
import { authorityFiles } from '../own-authorities.ts';
import type { StepRecord } from './run-pod-step.ts';
import { stepFolder } from './stage-pod.ts';
import { folderOf, type StagePod } from './stage-pod-link.ts';

/** Reads and writes the sources in a Pod, which all its steps share. */
export function podArchives(pod: StagePod, sourceDir: string): ContainerArchives {
  return {
    kindOf: (path) => pod.kindOf(sourceDir, path),
    read: (path) => pod.pack(posix.join(sourceDir, path)),
    write: (archive) => pod.feed(['unpack', sourceDir], () => archive, { isOnce: true }),
  };
}

const names: Record<keyof OutputTexts, string> = { open: 'output', masked: 'secret-output' };

export const outputEnvironment: Record<string, string> = {
  [outputVariables.open]: posix.join(stepFolder, names.open),
  [outputVariables.masked]: posix.join(stepFolder, names.masked),
};

/** Reads the files of the outputs of a step that has ended. A file that is too large is longer than the maximum. */
export async function readPodOutputs(
  pod: StagePod,
  step: { number: number },
  { hasOutputs }: Pick<StepRecord, 'hasOutputs'>,
): Promise<OutputTexts> {
  if (!hasOutputs) return { open: '', masked: '' };
  return {
    open: await readFile(pod, step, names.open),
    masked: await readFile(pod, step, names.masked),
  };
}

/** Returns an empty text if there is no such file, or something else in its place. */
async function readFile(pod: StagePod, step: { number: number }, name: string): Promise<string> {
  const folder = folderOf(step);
  if ((await pod.kindOf(folder, name)) !== 'real') return '';
  return pod.repeat(async () => readOutputText(await pod.pack(posix.join(folder, name))));
}

/** Writes the files of the runner's authorities to the folder of a step, if there are any. */
export async function writeAuthorities(pod: StagePod, step: { number: number }): Promise<void> {
  const files = Object.entries(authorityFiles(stepFolder));
  if (files.length === 0) return;
  const entries = () => files.map(([name, text]) => tarFile({ name }, Buffer.from(text)));
  const open = () => Readable.from(writeTar(entries()), { objectMode: false });
  await pod.feed(['unpack', folderOf(step)], open);
}
