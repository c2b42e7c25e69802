import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { decode, encode } from '@jridgewell/sourcemap-codec';

/**
 * Replaces the source maps of a folder by those of lines. Node reads a map at the first error in its file: one of columns
 * takes 60 ms and 26 MB for the server, one of lines 17 ms and 4 MB.
 *
 * @param toSource returns the path of a source file in the map, relative to the folder
 */
export function writeLineMaps(folder, toSource) {
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('.map')) continue;
    const path = join(folder, name);
    const { version, file, sources, mappings } = JSON.parse(readFileSync(path, 'utf8'));
    const lines = decode(mappings).map((line) => line.slice(0, 1).map((at) => at.slice(0, 4)));
    const map = {
      version,
      file,
      names: [],
      sources: sources.map((source) => toSource(resolve(folder, source))),
      mappings: encode(lines),
    };
    writeFileSync(path, JSON.stringify(map));
  }
}
