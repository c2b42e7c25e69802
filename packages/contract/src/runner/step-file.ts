import type { UploadKind } from '../step-files.ts';

/** Content of a file that is read while it is sent. */
export interface FileContent {
  /** Bytes. */
  size: number;
  /** Reads from the beginning on each call; throws if the file has changed. */
  read(): AsyncIterable<Uint8Array>;
}

/** A file collected from a step. */
export interface StepFile extends FileContent {
  kind: UploadKind;
  /** Relative to the workspace, with `/` as separator. */
  path: string;
  /** Whether its owner may execute it. */
  isExecutable?: boolean;
  /** Days after which an artifact is deleted; absent for those of its repository. */
  days?: number;
}
