import { createHash } from 'node:crypto';
import { constants, createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import { createZstdDecompress } from 'node:zlib';
import { errorMessage } from '@millrace/node-kit/error-message';
import { parseJson } from '@millrace/node-kit/parse-json';
import { StartError } from '@millrace/node-kit/start-error';
import tar from 'tar-stream';
import {
  type BackupEntry,
  type BackupHead,
  backupHead,
  backupManifest,
  databaseName,
  headName,
  isEntryName,
  manifestName,
} from './backup-format.ts';

/** Maximum size of the head, which is read into memory before it is known to be one. */
const maxHeadBytes = 1024 * 1024;

/**
 * Extracts a backup into an empty folder, and verifies every entry.
 *
 * @param checkHead throws if this version cannot restore the backup; called before anything is written
 * @throws StartError if the file is no backup, damaged or incomplete
 */
export async function extractBackup(
  file: string,
  folder: string,
  checkHead: (head: BackupHead) => void,
): Promise<BackupHead> {
  await access(file, constants.R_OK).catch((error: unknown) => {
    throw new StartError(`The backup ${file} cannot be read: ${errorMessage(error)}`);
  });
  const archive = tar.extract();
  const read = pipeline(createReadStream(file), createZstdDecompress(), archive);
  // Reported by the iteration below.
  read.catch(() => undefined);
  const extracted = new ExtractedBackup(file, folder, checkHead);
  try {
    for await (const entry of archive) await extracted.add(entry.header, bytesOf(entry));
    await read;
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw extracted.head ? damaged(file, errorMessage(error)) : noBackup(file);
  }
  return extracted.verify();
}

/** Entries of a backup, in the order of the file. */
class ExtractedBackup {
  private readonly file: string;
  private readonly folder: string;
  private readonly checkHead: (head: BackupHead) => void;
  private readonly entries: BackupEntry[] = [];
  private manifest: readonly BackupEntry[] | undefined;
  head: BackupHead | undefined;

  constructor(file: string, folder: string, checkHead: (head: BackupHead) => void) {
    this.file = file;
    this.folder = folder;
    this.checkHead = checkHead;
  }

  async add(
    { name, size = 0, type, mode = 0 }: tar.Header,
    content: AsyncIterable<Uint8Array>,
  ): Promise<void> {
    if (this.manifest) throw damaged(this.file, `${JSON.stringify(name)} follows the manifest`);
    if (!this.head) {
      if (name !== headName || size > maxHeadBytes) throw noBackup(this.file);
      const json = await text(content);
      this.head = parseJson(backupHead, json);
      if (!this.head) throw noBackup(this.file);
      this.checkHead(this.head);
      this.entries.push(describe(name, Buffer.from(json)));
    } else if (name === manifestName) {
      this.manifest = parseJson(backupManifest, await text(content))?.entries ?? [];
    } else {
      if (type !== 'file' || !isEntryName(name)) {
        throw damaged(this.file, `unexpected entry ${JSON.stringify(name)}`);
      }
      this.entries.push(
        await extractEntry(content, name, {
          folder: this.folder,
          mode: (mode & 0o100) === 0 ? 0o600 : 0o700,
        }),
      );
    }
  }

  /** @throws StartError if an entry is missing or differs from the manifest */
  verify(): BackupHead {
    const { file, head, manifest } = this;
    if (!head) throw noBackup(file);
    if (!manifest) throw damaged(file, 'its end is missing');
    if (!this.entries.some(({ name }) => name === databaseName)) {
      throw damaged(file, `${databaseName} is missing`);
    }
    const expected = new Map(manifest.map((entry) => [entry.name, entry]));
    for (const entry of this.entries) {
      if (!isDeepStrictEqual(entry, expected.get(entry.name))) {
        throw damaged(file, `the checksum of ${JSON.stringify(entry.name)} differs`);
      }
      expected.delete(entry.name);
    }
    const [missing] = expected.keys();
    if (missing !== undefined) throw damaged(file, `${JSON.stringify(missing)} is missing`);
    return head;
  }
}

/** Types the chunks as bytes, which the types of tar-stream do not declare. */
async function* bytesOf(entry: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const chunk of entry) if (chunk instanceof Uint8Array) yield chunk;
}

async function extractEntry(
  content: AsyncIterable<Uint8Array>,
  name: string,
  { folder, mode }: { folder: string; mode: number },
): Promise<BackupEntry> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  let size = 0;
  const measure = async function* (pieces: AsyncIterable<Uint8Array>) {
    for await (const piece of pieces) {
      hash.update(piece);
      size += piece.length;
      yield piece;
    }
  };
  await pipeline(content, measure, createWriteStream(path, { flags: 'wx', mode }));
  return { name, size, sha256: hash.digest('hex') };
}

function describe(name: string, bytes: Buffer): BackupEntry {
  return { name, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

function noBackup(file: string): StartError {
  return new StartError(`${file} is not a backup of Millrace.`);
}

function damaged(file: string, reason: string): StartError {
  return new StartError(
    `The backup ${file} is damaged or incomplete: ${reason}. Nothing was restored.`,
  );
}
