import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { isMissing, type OpenedFile, readFileOnce } from './read-file.ts';

/** A folder of objects in a bare repository. */
const objects = 'objects';
/** Folder of references in the newer format of git. */
const reftable = 'reftable';
const tablesList = 'tables.list';
/** Files that git writes and renames when they are complete. */
const isTemporary = (name: string) => name.startsWith('tmp_') || name.endsWith('.lock');

/**
 * Yields the files of all bare repositories below a folder while pushes may change them, with their names
 * relative to the folder. In each repository, references come before objects, because git writes objects
 * first: all objects of the references are therefore in the backup.
 */
export async function* readRepositories(
  folder: string,
): AsyncGenerator<{ name: string } & OpenedFile> {
  for (const namespace of await listFolder(folder)) {
    if (!namespace.isDirectory()) continue;
    const path = join(folder, namespace.name);
    for (const repository of await listFolder(path)) {
      if (!repository.isDirectory()) continue;
      for await (const { path: file, ...opened } of readRepository(join(path, repository.name))) {
        yield { name: relative(folder, file), ...opened };
      }
    }
  }
}

async function* readRepository(path: string) {
  const seen = new Set<string>();
  // References move into `packed-refs`, never back.
  yield* readNew(await listFiles(join(path, 'refs')), seen);
  const entries = await listFolder(path);
  for (const entry of entries) {
    const file = join(path, entry.name);
    if (entry.name === objects || isTemporary(entry.name)) continue;
    if (entry.name === reftable) {
      yield* readReftable(file);
      continue;
    }
    yield* readNew(entry.isDirectory() ? await listFiles(file) : [file], seen);
  }
  // Git may replace loose objects by a new pack: list again until no file disappears.
  for (let isComplete = false; !isComplete; ) {
    const files = await listFiles(join(path, objects));
    isComplete = true;
    for await (const opened of readNew(files, seen, () => {
      isComplete = false;
    })) {
      yield opened;
    }
  }
}

/** Reads the tables of one list. Git replaces the list, and only then deletes tables that it no longer has. */
async function* readReftable(folder: string): AsyncGenerator<{ path: string } & OpenedFile> {
  for (;;) {
    const names = (await readFile(join(folder, tablesList), 'utf8')).split('\n').filter(Boolean);
    const paths = names.map((name) => join(folder, name));
    const contents = await Promise.all(paths.map((path) => readIfExists(path)));
    if (contents.includes(undefined)) continue;
    const files = [...paths.entries()].map(([at, path]) => ({ path, content: contents[at] }));
    const list = { path: join(folder, tablesList), content: Buffer.from(`${names.join('\n')}\n`) };
    for (const { path, content = Buffer.alloc(0) } of [...files, list]) {
      const bytes = [content].values();
      yield { path, size: content.length, isExecutable: false, bytes: Readable.from(bytes) };
    }
    return;
  }
}

async function readIfExists(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function* readNew(
  files: readonly string[],
  seen: Set<string>,
  onMissing: () => void = () => {},
): AsyncGenerator<{ path: string } & OpenedFile> {
  for (const path of files) {
    if (seen.has(path)) continue;
    const opened = await readFileOnce(path);
    if (opened) {
      seen.add(path);
      yield { path, ...opened };
    } else onMissing();
  }
}

async function listFiles(folder: string): Promise<string[]> {
  const files: string[] = [];
  for (const entry of await listFolder(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) files.push(...(await listFiles(path)));
    else if (entry.isFile() && !isTemporary(entry.name)) files.push(path);
  }
  return files;
}

/** Returns no entries if the folder does not exist. */
async function listFolder(path: string) {
  try {
    return await readdir(path, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
