import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  type ReplayDescription,
  replayDescriptionName,
  replayFilesFolder,
} from '@millrace/contract/replay-files';
import tar from 'tar-stream';
import type { FileState, WorkspaceFiles } from '../../engines/engine.ts';

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
  const pack = tar.pack();
  addAll(pack, description, entries, open).then(
    () => pack.finalize(),
    (error: Error) => pack.destroy(error),
  );
  return Readable.from(pack, { objectMode: false });
}

async function addAll(
  pack: tar.Pack,
  description: ReplayDescription,
  entries: Iterable<[string, FileState]>,
  open: OpenFile,
): Promise<void> {
  await add(pack, { name: replayDescriptionName }, Buffer.from(JSON.stringify(description)));
  const all = [...entries];
  for (let at = 0; at < all.length; at += readAtOnce) {
    const part = all.slice(at, at + readAtOnce);
    const contents = await Promise.all(part.map(([path, state]) => readSmall(path, state, open)));
    for (const [index, [path, state]] of part.entries()) {
      const { type, size, mode, mtimeMs, linkTarget } = state;
      const header = {
        name: `${replayFilesFolder}/${path}`,
        mode: mode & 0o777,
        mtime: new Date(mtimeMs),
        // The header itself has whole seconds.
        pax: { mtime: String(mtimeMs / 1000) },
      };
      const content = contents[index];
      if (type === 'directory') await add(pack, { ...header, type });
      else if (linkTarget !== undefined) {
        await add(pack, { ...header, type: 'symlink', linkname: linkTarget });
      } else if (content) await add(pack, { ...header, type: 'file' }, content);
      else await pipeline(open(path, state), pack.entry({ ...header, type: 'file', size }));
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

async function add(
  pack: tar.Pack,
  header: Partial<tar.Header> & { name: string },
  content: Uint8Array = Buffer.alloc(0),
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  pack.entry(header, content, (error) => (error ? reject(error) : resolve()));
  await promise;
}
