import type { Step } from './build.ts';

/** A file that a step left, on its way in. */
export interface IncomingFile {
  path: string;
  /** In bytes; that the content has so many is for its reader to check. */
  size: number;
  content: AsyncIterable<Uint8Array>;
}

/** Takes a file of a step in, in place of one with the same path; may throw what is wrong with it. */
export type StoreFile = (step: Step, file: IncomingFile, signal: AbortSignal) => Promise<void>;
