import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import {
  type ReplayDescription,
  replayDescription,
  replayDescriptionName,
  replayFilesFolder,
} from '@millrace/contract/replay-files';
import { errorMessage } from '@millrace/node-kit/error-message';
import { fileNameBytes } from '@millrace/node-kit/file-names';
import { parseJson } from '@millrace/node-kit/parse-json';
import type { StageSettings } from '@millrace/runner/stage-settings';
import { type BuildAddress, fetchReplayFiles } from './fetch-replay.ts';

/** Files of the steps before a failed one. */
export interface EarlierFiles {
  description: ReplayDescription;
  sources: NonNullable<NonNullable<StageSettings['sources']>['earlier']>;
}

/** Fetches the files that earlier steps left into a new folder; returns the reason if there are none. */
export async function fetchEarlierFiles(
  buildAddress: BuildAddress,
  step: { stage: number; step: number },
  folder: string,
): Promise<EarlierFiles | string> {
  const archive = await fetchReplayFiles(buildAddress, step);
  if (typeof archive === 'string') return archive;
  try {
    return await unpack(archive, folder);
  } catch (error) {
    return `they cannot be unpacked: ${errorMessage(error)}`;
  }
}

async function unpack(archive: ReadableStream<Uint8Array>, folder: string): Promise<EarlierFiles> {
  await mkdir(folder, { recursive: true });
  // `tar` leaves out leading slashes, rejects `..`, and writes nothing through links of the archive.
  const tar = spawn('tar', ['-xpof', '-'], {
    cwd: folder,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    tar.once('error', reject).once('close', resolve);
  });
  ended.catch(() => undefined);
  await pipeline(Readable.fromWeb(archive), createZstdDecompress(), tar.stdin);
  const exitCode = await ended;
  if (exitCode !== 0) throw new Error(`tar ended with exit code ${exitCode}`);
  const text = await readFile(join(folder, replayDescriptionName), 'utf8');
  const description = parseJson(replayDescription, text);
  if (!description) throw new Error('the description is not valid');
  const deleted = join(folder, 'deleted');
  await writeFile(
    deleted,
    fileNameBytes(description.deleted.map((path) => `./${path}\0`).join('')),
  );
  const files = join(folder, replayFilesFolder);
  await mkdir(files, { recursive: true });
  const commitTime = formatTime(description.cloned);
  return { description, sources: { folder: files, deleted, commitTime } };
}

/** Formats Unix seconds as `touch -t` reads them, in UTC. */
function formatTime(seconds: number): string {
  const digits = new Date(seconds * 1000).toISOString().replace(/\D/g, '');
  return `${digits.slice(0, 12)}.${digits.slice(12, 14)}`;
}
