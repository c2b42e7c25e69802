import { Readable } from 'node:stream';
import {
  type ReplayDescription,
  replayDescriptionName,
  replayFilesFolder,
} from '@millrace/contract/replay-files';
import { type TarInput, tarFile, writeTar } from '@millrace/node-kit/tar/write-tar';
import type { FileState, WorkspaceFiles } from '../../../engines/engine.ts';

type OpenFile = NonNullable<WorkspaceFiles['open']>;

/** Larger files are streamed. */
const maxBufferedBytes = 256 * 1024;
/** Files that are read at the same time, because opening many small ones takes longer than reading them. */
const readAtOnce = 64;

/** Packs a description and files into an archive. The returned stream fails if a file has changed. */
export function packFiles(
  description: ReplayDescription,
  entries: Iterable<[string, FileState]>,
  open: OpenFile,
): Readable {
  return Readable.from(writeTar(inputsOf(description, entries, open)), { objectMode: false });
}

async function* inputsOf(
  description: ReplayDescription,
  entries: Iterable<[string, FileState]>,
  open: OpenFile,
): AsyncGenerator<TarInput> {
  yield tarFile({ name: replayDescriptionName }, Buffer.from(JSON.stringify(description)));
  const all = [...entries];
  for (let at = 0; at < all.length; at += readAtOnce) {
    const part = all.slice(at, at + readAtOnce);
    const contents = await Promise.all(part.map(([path, state]) => readSmall(path, state, open)));
    for (const [index, [path, state]] of part.entries()) {
      const { type, size, mode, mtimeMs, linkTarget } = state;
      const header = { name: `${replayFilesFolder}/${path}`, mode: mode & 0o777, mtimeMs };
      const content = contents[index];
      if (type === 'directory') yield { header: { ...header, type } };
      else if (linkTarget !== undefined) {
        yield { header: { ...header, type: 'symlink', linkname: linkTarget } };
      } else if (content) yield tarFile(header, content);
      else yield { header: { ...header, size }, content: open(path, state) };
    }
  }
}

/** Reads a file that need not be streamed. */
async function readSmall(
  path: string,
  state: FileState,
  open: OpenFile,
): Promise<Buffer | undefined> {
  if (state.type !== 'file' || state.size > maxBufferedBytes) return undefined;
  const chunks: Uint8Array[] = [];
  for await (const chunk of open(path, state)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
