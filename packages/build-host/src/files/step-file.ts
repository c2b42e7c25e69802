import type { Step } from '@millrace/build-rules';

/**
 * Path, among the artifacts of a failed step, of the archive for its replay. No file of a step can have it, because it is
 * absolute. It is not listed and not downloaded as an artifact, but it counts, expires and is deleted as one.
 */
export const replayFilesPath = '/replay-files';

/** A file of a step that is being uploaded. */
export interface IncomingFile {
  path: string;
  /** Expected size in bytes. The reader of the content must check it. */
  size: number;
  content: AsyncIterable<Uint8Array>;
  isExecutable?: boolean;
  /** Days after which an artifact is deleted; 0 for those of its repository. */
  days?: number;
}

/** Stores a file of a step, and replaces one with the same path. Throws if the file is invalid. */
export type StoreFile = (step: Step, file: IncomingFile, signal: AbortSignal) => Promise<void>;

/** The archive of a cache that is being uploaded, under the key of a lookup. */
interface IncomingCache extends Omit<IncomingFile, 'path' | 'isExecutable'> {
  lookup: number;
  /** Expected digest of the content, hexadecimal. */
  sha256: string;
}

/** Stores a cache for later builds. Throws if it is invalid. */
export type StoreCache = (step: Step, cache: IncomingCache, signal: AbortSignal) => Promise<void>;
