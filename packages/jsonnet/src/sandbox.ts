/// <reference path="./web-assembly.d.ts" />
import { randomFillSync } from 'node:crypto';
import type { EngineRequest } from './engine-request.ts';

/** Thrown to leave the program; `reason` is empty where it ended well. */
export class Ended extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

interface Sandbox {
  imports: WebAssembly.Imports;
  start(instance: WebAssembly.Instance): void;
}

interface Exchange {
  /** Waits for the next request. */
  nextInput(): EngineRequest;
  answer(text: string, memoryBytes: number): void;
}

const ok = 0;
const badFile = 8;
const notSupported = 52;
const characterDevice = 2;
const eventBytes = 32;
const subscriptionBytes = 48;
const newline = 10;

/**
 * What of WASI a Go program needs to read standard input and write standard output; no more. Each
 * request is a line of the input, each answer a line of the output.
 */
export function createSandbox({ nextInput, answer }: Exchange): Sandbox {
  let memory = new WebAssembly.Memory({ initial: 0 });
  let input: Uint8Array = new Uint8Array();
  let readBytes = 0;
  let maxOutputBytes = 0;
  let written: Uint8Array[] = [];
  let writtenBytes = 0;
  let complaint = '';
  const view = () => new DataView(memory.buffer);

  /** Each buffer of a list of them, as the program sees its memory. */
  const buffers = (list: number, count: number) =>
    Array.from({ length: count }, (_, index) => {
      const at = view().getUint32(list + index * 8, true);
      return new Uint8Array(memory.buffer, at, view().getUint32(list + index * 8 + 4, true));
    });
  const setNumber = (at: number, value: number) => {
    view().setUint32(at, value, true);
    return ok;
  };

  const calls = {
    args_sizes_get: (count: number, size: number) => setNumber(count, 0) || setNumber(size, 0),
    args_get: () => ok,
    environ_sizes_get: (count: number, size: number) => setNumber(count, 0) || setNumber(size, 0),
    environ_get: () => ok,
    clock_time_get(_clock: number, _precision: bigint, at: number) {
      view().setBigUint64(at, process.hrtime.bigint(), true);
      return ok;
    },
    random_get(at: number, length: number) {
      randomFillSync(new Uint8Array(memory.buffer, at, length));
      return ok;
    },
    fd_read(file: number, list: number, count: number, result: number) {
      if (file !== 0) return badFile;
      if (readBytes === input.length) {
        const request = nextInput();
        input = new TextEncoder().encode(`${request.text}\n`);
        readBytes = 0;
        maxOutputBytes = request.maxOutputBytes;
      }
      const before = readBytes;
      for (const buffer of buffers(list, count)) {
        const part = input.subarray(readBytes, readBytes + buffer.length);
        buffer.set(part);
        readBytes += part.length;
      }
      return setNumber(result, readBytes - before);
    },
    fd_write(file: number, list: number, count: number, result: number) {
      let length = 0;
      for (const buffer of buffers(list, count)) {
        length += buffer.length;
        if (file === 1) written.push(buffer.slice());
        else complaint = (complaint + new TextDecoder().decode(buffer)).slice(0, 200);
      }
      if (file === 1) writtenBytes += length;
      if (writtenBytes > maxOutputBytes) {
        throw new Ended(`the value is larger than ${maxOutputBytes} bytes`);
      }
      if (file === 1 && written.at(-1)?.at(-1) === newline) {
        const text = Buffer.concat(written).toString('utf8');
        written = [];
        writtenBytes = 0;
        answer(text, memory.buffer.byteLength);
      }
      return setNumber(result, length);
    },
    fd_fdstat_get(file: number, at: number) {
      if (file > 2) return badFile;
      new Uint8Array(memory.buffer, at, 24).fill(0);
      view().setUint8(at, characterDevice);
      return ok;
    },
    /** The program only ever waits for time to pass, so everything has happened. */
    poll_oneoff(subscriptions: number, events: number, count: number, result: number) {
      for (let index = 0; index < count; index++) {
        const at = events + index * eventBytes;
        new Uint8Array(memory.buffer, at, eventBytes).fill(0);
        const userData = view().getBigUint64(subscriptions + index * subscriptionBytes, true);
        view().setBigUint64(at, userData, true);
      }
      return setNumber(result, count);
    },
    sched_yield: () => ok,
    proc_exit(code: number) {
      if (code === 0) throw new Ended('');
      const isMemory = /out of memory/.test(complaint);
      const isStack = /stack exceeds/.test(complaint);
      if (isMemory) throw new Ended('the program needs too much memory');
      throw new Ended(isStack ? 'the program calls itself too deeply' : 'the program broke off');
    },
    fd_close: () => badFile,
    fd_filestat_get: () => badFile,
    fd_fdstat_set_flags: () => ok,
    fd_prestat_get: () => badFile,
    fd_prestat_dir_name: () => badFile,
    path_filestat_get: () => notSupported,
    path_open: () => notSupported,
  };
  return {
    imports: { wasi_snapshot_preview1: calls },
    start({ exports }) {
      if (exports.memory instanceof WebAssembly.Memory) memory = exports.memory;
      if (typeof exports._start === 'function') exports._start();
    },
  };
}
