import { execFile } from 'node:child_process';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { chown, unlink } from 'node:fs/promises';
import { Socket } from 'node:net';
import { promisify } from 'node:util';
import type { OutputSink } from '../engine.ts';
import type { StepAccount } from './step-account.ts';

const readChunkBytes = 64 * 1024;
const maxRestBytes = 1024 * 1024;

/**
 * A single pipe for stdout and stderr of a step, which preserves the order of their lines. It is a named
 * pipe, because Node's own pipes are sockets, on which `echo > /dev/stderr` fails.
 */
export class OutputPipe {
  readonly writeFd: number;
  private readonly restFd: number;
  private readonly socket: Socket;
  private isAtEnd = false;
  private wake = (): void => undefined;

  /** Creates the pipe. `owner` may open it a second time, as `echo > /dev/stderr` does. */
  static async open(path: string, owner?: StepAccount): Promise<OutputPipe> {
    await promisify(execFile)('mkfifo', ['-m', '600', path]);
    try {
      if (owner) await chown(path, owner.uid, owner.gid);
      return new OutputPipe(path);
    } finally {
      await unlink(path);
    }
  }

  private constructor(path: string) {
    const readFlags = constants.O_RDONLY | constants.O_NONBLOCK;
    const readFd = openSync(path, readFlags);
    this.restFd = openSync(path, readFlags);
    this.writeFd = openSync(path, constants.O_WRONLY);
    this.socket = new Socket({ fd: readFd, readable: true, writable: false });
    this.socket.on('readable', () => this.wake());
    for (const event of ['end', 'error', 'close']) this.socket.on(event, () => this.stop());
  }

  /** Closes the write end of this process. Must be called after the step's process has inherited it. */
  closeWriteEnd(): void {
    closeSync(this.writeFd);
  }

  /** Passes the output on until the last writer closes the pipe, or until {@link stop}. */
  async pump(write: OutputSink): Promise<void> {
    try {
      while (!this.isAtEnd) {
        const chunk: Uint8Array | null = this.socket.read();
        await (chunk ? write(chunk) : this.change());
      }
      const last: Uint8Array | null = this.socket.read();
      this.socket.destroy();
      for (const chunk of [...(last ? [last] : []), ...this.readRest()]) await write(chunk);
    } finally {
      closeSync(this.restFd);
    }
  }

  /** Stops after the output written so far. Later output of surviving processes is dropped. */
  stop(): void {
    this.isAtEnd = true;
    this.wake();
  }

  private change(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
    });
  }

  private readRest(): Uint8Array[] {
    const chunks: Uint8Array[] = [];
    for (let total = 0; total < maxRestBytes; ) {
      const chunk = new Uint8Array(readChunkBytes);
      const length = readAvailable(this.restFd, chunk);
      if (length === 0) break;
      chunks.push(chunk.subarray(0, length));
      total += length;
    }
    return chunks;
  }
}

/** Reads the available output. Returns 0 both at the end of the pipe and if the pipe is empty. */
function readAvailable(fd: number, into: Uint8Array): number {
  try {
    return readSync(fd, into);
  } catch {
    return 0;
  }
}
