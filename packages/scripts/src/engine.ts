/// <reference path="./web-assembly.d.ts" />
import { randomFillSync } from 'node:crypto';

/** Thrown if the engine gave up. */
export class Ended extends Error {}

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  /** Returns the address for a request of this size. */
  reserve(length: number): number;
  /** Runs the request; returns the address of the answer in the upper half, its length in the lower one. */
  evaluate(): bigint;
}

const ok = 0;
const badFile = 8;
const errors = 2;
const eventBytes = 32;
const subscriptionBytes = 48;

/** Starts the module and returns a function that answers a request. */
export function startEngine(module: WebAssembly.Module): (request: string) => string {
  const system = createSystem(module, () => exports.memory.buffer);
  const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: system.calls });
  const exports = instance.exports as unknown as Exports;
  exports._initialize();
  const evaluate = (request: string) => {
    const bytes = new TextEncoder().encode(request);
    const address = exports.reserve(bytes.length);
    new Uint8Array(exports.memory.buffer, address, bytes.length).set(bytes);
    const answer = exports.evaluate();
    const at = Number(BigInt.asUintN(32, answer >> 32n));
    return new TextDecoder().decode(
      new Uint8Array(exports.memory.buffer, at, Number(BigInt.asUintN(32, answer))),
    );
  };
  return (request) => {
    try {
      return evaluate(request);
    } catch (error) {
      throw new Ended(reasonOf(error, system.complaint()));
    }
  };
}

/** Go prints the reason before it gives up; the exception has no details. */
function reasonOf(error: unknown, complaint: string): string {
  if (complaint.includes('out of memory')) return 'the script needs too much memory';
  const isDeep = error instanceof RangeError || complaint.includes('stack exceeds');
  return isDeep ? 'the script calls itself too deeply' : `the script broke off: ${error}`;
}

/**
 * The WASI functions that the Go runtime needs: a clock, random numbers and error output. Nothing else is
 * available.
 */
function createSystem(module: WebAssembly.Module, memory: () => ArrayBuffer) {
  let complaint = '';
  const view = () => new DataView(memory());
  const setNumber = (at: number, value: number) => {
    view().setUint32(at, value, true);
    return ok;
  };
  const calls: Record<string, unknown> = {
    args_sizes_get: (count: number, size: number) => setNumber(count, 0) || setNumber(size, 0),
    args_get: () => ok,
    environ_sizes_get: (count: number, size: number) => setNumber(count, 0) || setNumber(size, 0),
    environ_get: () => ok,
    clock_time_get(_clock: number, _precision: bigint, at: number) {
      view().setBigUint64(at, process.hrtime.bigint(), true);
      return ok;
    },
    random_get(at: number, length: number) {
      randomFillSync(new Uint8Array(memory(), at, length));
      return ok;
    },
    fd_write(file: number, list: number, count: number, result: number) {
      if (file !== errors) return badFile;
      let length = 0;
      for (let index = 0; index < count; index++) {
        const size = view().getUint32(list + index * 8 + 4, true);
        const text = new Uint8Array(memory(), view().getUint32(list + index * 8, true), size);
        complaint = (complaint + new TextDecoder().decode(text)).slice(0, 200);
        length += size;
      }
      return setNumber(result, length);
    },
    /** The program waits only for time to pass, so every event has occurred. */
    poll_oneoff(subscriptions: number, events: number, count: number, result: number) {
      for (let index = 0; index < count; index++) {
        const at = events + index * eventBytes;
        new Uint8Array(memory(), at, eventBytes).fill(0);
        const userData = view().getBigUint64(subscriptions + index * subscriptionBytes, true);
        view().setBigUint64(at, userData, true);
      }
      return setNumber(result, count);
    },
    sched_yield: () => ok,
    proc_exit() {
      throw new Error('the engine ended');
    },
  };
  const refuse = () => badFile;
  const names = WebAssembly.Module.imports(module).map(({ name }) => name);
  return {
    calls: Object.fromEntries(names.map((name) => [name, calls[name] ?? refuse])),
    complaint: () => complaint,
  };
}
