import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { asCallerError, NoSpaceError, StoreAwayError } from '@millrace/contract/api-errors';
import type { DiskClaim, DiskReserve } from '../shared/disk-reserve.ts';
import { checkKey, LostObjectError, type ObjectBody, type ObjectStore } from './object-store.ts';

/** Error codes of a wrong setup, as opposed to a temporary failure. */
const refusals = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS'];

/** Stores objects as files. Does not create the folder, because it may be an unmounted volume. */
export class FileStore implements ObjectStore {
  private readonly folder: string;
  private readonly reserve: DiskReserve;

  constructor(folder: string, reserve: DiskReserve) {
    this.folder = folder;
    this.reserve = reserve;
  }

  put(key: string, body: ObjectBody): Promise<void> {
    const path = this.pathOf(key);
    return this.attempt(async () => {
      const folder = dirname(path);
      // Not recursive: the folder of the store may be unmounted, and must not be created.
      await mkdir(folder, { mode: 0o700 }).catch(ignore('EEXIST'));
      await this.write(path, body);
      await syncFolder(folder);
      await syncFolder(this.folder);
    });
  }

  /** Writes a file. If writing fails, deletes the incomplete file, which may have filled the disk. */
  private async write(path: string, body: ObjectBody): Promise<void> {
    const draft = draftOf(path);
    const claim = await this.reserve.claim(sizeOf(body));
    try {
      await using file = await open(draft, 'wx', 0o600);
      try {
        await file.writeFile(countingChunks(body, claim));
        await file.sync();
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    } finally {
      claim.release();
    }
  }

  get(key: string, from: number, to: number): Promise<Uint8Array> {
    const path = this.pathOf(key);
    return this.attempt(async () => {
      // The store creates no symbolic links, so it must not follow any.
      const flags = constants.O_RDONLY | constants.O_NOFOLLOW;
      const file = await open(path, flags).catch(ignore('ENOENT'));
      if (!file) return await this.lose(key);
      await using _closed = file;
      const bytes = await readFully(file, from, to);
      return bytes.length === to - from ? bytes : await this.lose(key);
    });
  }

  delete(key: string): Promise<void> {
    const path = this.pathOf(key);
    return this.attempt(async () => {
      await stat(this.folder);
      await rm(draftOf(path), { force: true });
      await rm(path, { force: true });
    });
  }

  close(): void {}

  private pathOf(key: string): string {
    return join(this.folder, checkKey(key));
  }

  /**
   * Throws because an object is missing. If the folder is missing too, the store is unavailable and has lost
   * nothing.
   */
  private async lose(key: string): Promise<never> {
    await stat(this.folder);
    throw new LostObjectError(key);
  }

  private async attempt<Result>(job: () => Promise<Result>): Promise<Result> {
    try {
      return await job();
    } catch (error) {
      const failure = asCallerError(error);
      if (failure instanceof NoSpaceError) throw failure;
      const code = codeOf(error);
      if (!code) throw error;
      throw new StoreAwayError(code, { cause: error, isRefusal: refusals.includes(code) });
    }
  }
}

function sizeOf(body: ObjectBody): number {
  return body instanceof Uint8Array ? body.length : body.size;
}

async function* countingChunks(body: ObjectBody, claim: DiskClaim): AsyncGenerator<Uint8Array> {
  for await (const chunk of body instanceof Uint8Array ? [body] : body) {
    yield chunk;
    claim.written(chunk.length);
  }
}

/** Path of an incomplete file. If a crash leaves one, it is deleted together with its object. */
function draftOf(path: string): string {
  return `${path}.draft`;
}

async function readFully(file: FileHandle, from: number, to: number): Promise<Uint8Array> {
  const bytes = Buffer.alloc(to - from);
  for (let at = 0; at < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, at, bytes.length - at, from + at);
    if (bytesRead === 0) return bytes.subarray(0, at);
    at += bytesRead;
  }
  return bytes;
}

/** Syncs a folder to disk, so that new names in it survive a power failure. */
async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  await handle.sync();
}

function ignore(code: string): (error: unknown) => undefined {
  return (error) => {
    if (codeOf(error) !== code) throw error;
  };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
