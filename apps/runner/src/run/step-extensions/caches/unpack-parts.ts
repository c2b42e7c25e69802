import { Readable } from 'node:stream';
import { orDamaged, readCompressed } from '../../spool.ts';
import type { CachePart } from './cache-parts.ts';
import { copyArchives } from './copy-archive.ts';

/** Unpacks a compressed archive of a cache: first what is in the workspace, then each folder outside of it. */
export async function unpackParts(
  parts: readonly CachePart[],
  archivePath: string,
  signal: AbortSignal,
): Promise<void> {
  const names = parts.map(({ name }) => name);
  const read = (rename: (name: string) => string | undefined) => () => {
    const source = { bytes: readCompressed(archivePath) };
    const copied = orDamaged(copyArchives(listOf(source), names, rename));
    return Readable.from(copied, { objectMode: false });
  };
  const outside = parts.filter(({ inner }) => inner === '');
  const inside = parts.filter(({ inner }) => inner !== '');
  const [first] = inside;
  if (first) {
    const isOutside = (name: string) => outside.some((part) => isIn(part, name));
    const rename = (name: string) => (isOutside(name) ? undefined : name);
    await first.files.unpack(
      read(rename),
      inside.map(({ inner }) => inner),
      signal,
    );
  }
  for (const part of outside) {
    const rename = (name: string) => name.slice(part.name.length + 1) || undefined;
    await part.files.unpack(
      read((name) => (isIn(part, name) ? rename(name) : undefined)),
      [],
      signal,
    );
  }
}

function isIn(part: CachePart, name: string): boolean {
  return name === part.name || name.startsWith(`${part.name}/`);
}

async function* listOf<Value>(...values: Value[]): AsyncGenerator<Value> {
  yield* values;
}
