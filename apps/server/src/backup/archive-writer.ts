import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import tar from 'tar-stream';
import { type BackupEntry, manifestName } from './backup-format.ts';

interface Content {
  size: number;
  isExecutable?: boolean;
  bytes: AsyncIterable<Uint8Array>;
}

/** Writes a compressed archive, with a manifest of all entries at its end. */
export class ArchiveWriter {
  private readonly path: string;
  private readonly tar = tar.pack();
  private readonly written: Promise<void>;
  private readonly entries: BackupEntry[] = [];

  /** Creates the file, which must not exist. */
  constructor(path: string) {
    this.path = path;
    const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
    this.written = pipeline(this.tar, createZstdCompress(), file);
    // Reported by the next call.
    this.written.catch(() => undefined);
  }

  /** @throws Error if the content does not have its size, or the archive cannot be written */
  async add(name: string, { size, bytes, isExecutable = false }: Content): Promise<void> {
    const hash = createHash('sha256');
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const header = { name, size, mode: isExecutable ? 0o700 : 0o600 };
    const entry = this.tar.entry(header, (error) => (error ? reject(error) : resolve()));
    pipeline(Readable.from(hashed(bytes, hash)), entry).catch(reject);
    await Promise.race([promise, this.written]);
    this.entries.push({ name, size, sha256: hash.digest('hex') });
  }

  async addText(name: string, text: string): Promise<void> {
    const bytes = Buffer.from(text);
    await this.add(name, { size: bytes.length, bytes: once(bytes) });
  }

  /** Writes the manifest, and resolves when the file is safe on the disk. */
  async close(): Promise<void> {
    await this.addText(manifestName, JSON.stringify({ entries: this.entries }));
    this.tar.finalize();
    await this.written;
    const file = await open(this.path, 'r+');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
  }

  async abort(): Promise<void> {
    this.tar.destroy();
    await this.written.catch(() => undefined);
  }
}

async function* hashed(bytes: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    hash.update(piece);
    yield piece;
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
