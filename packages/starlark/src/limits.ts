import { Failure } from './errors.ts';

export interface LimitOptions {
  /** Expressions, statements and elements visited, over the whole life of a module. */
  readonly maxSteps?: number | undefined;
  /** Characters and list slots made, over the whole life of a module; nothing is given back. */
  readonly maxBytes?: number | undefined;
}

export const defaultMaxSteps = 1_000_000;
export const defaultMaxBytes = 64 * 1024 * 1024;

/** How deeply brackets, operators and blocks may stand inside each other in a file. */
export const maxSyntaxDepth = 150;
/** How many parameters a function and arguments a call may list. */
export const maxArguments = 500;
/** How many calls may be under way at once. */
export const maxCallDepth = 100;
/** How many expressions may be under way at once, over all calls. */
export const maxEvaluationDepth = 1000;
/** How deeply lists, dicts and the like may hold each other where an operation walks them. */
const maxDataDepth = 200;

const slotBytes = 8;
const objectBytes = 32;
/** What the tokens and the tree of a file take at most, for each of its characters. */
const sourceFactor = 64;

/** Counts what a script uses up, so that no script can hold the server. */
export class Limits {
  private steps = 0;
  private bytes = 0;
  private readonly maxSteps: number;
  private readonly maxBytes: number;

  constructor(options: LimitOptions = {}) {
    this.maxSteps = options.maxSteps ?? defaultMaxSteps;
    this.maxBytes = options.maxBytes ?? defaultMaxBytes;
  }

  step(count = 1): void {
    this.steps += count;
    if (this.steps > this.maxSteps)
      throw new Failure(`the script needs more than ${this.maxSteps} steps`);
  }

  /** Call before making the value, so that a huge one is never made. */
  allocate(bytes: number): void {
    this.bytes += bytes;
    if (!(this.bytes <= this.maxBytes))
      throw new Failure(`the script needs more than ${this.maxBytes} bytes of memory`);
  }

  /** Work on an int goes by the number of its digits. */
  digits(text: string): string {
    this.step(text.length >> 3);
    return text;
  }

  text(length: number): void {
    this.allocate(length + objectBytes);
  }

  source(length: number): void {
    this.allocate(length * sourceFactor);
  }

  slots(count: number): void {
    this.allocate(count * slotBytes + objectBytes);
  }

  /** Looking for `needle` in `haystack` takes up to the product of their lengths. */
  search(haystack: string, needle: string): void {
    this.step(Math.ceil((haystack.length * (needle.length + 1)) / 1000));
  }

  nesting(depth: number): void {
    if (depth > maxDataDepth)
      throw new Failure(`the value is nested more than ${maxDataDepth} levels deep`);
  }
}
