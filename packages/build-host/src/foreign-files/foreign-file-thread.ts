import type { ConvertedFile } from '@millrace/convert';
import { LimitedThread, type ThreadLimits } from '../threads/limited-thread.ts';

/** A file of another CI system. */
export interface ForeignFile {
  path: string;
  text: string;
}

/** The pipeline, undefined if no other system reads such a file, or why the file cannot be read. */
export type ForeignFileAnswer = { converted: ConvertedFile | undefined } | { problem: string };

const limits: ThreadLimits = { processorMs: 5000, memoryMb: 256 };

/** Converts files of other CI systems in a thread, which starts on demand. Rejects if a file exceeds a limit. */
export class ForeignFileThread {
  private readonly thread = new LimitedThread<ForeignFile, ForeignFileAnswer>(
    new URL('./foreign-file-worker.ts', import.meta.url),
    limits,
    { subject: 'the file', tooMany: 'too many files of other systems are converted concurrently' },
  );

  /** @param key of the repository, for fair turns */
  convert(key: string, file: ForeignFile): Promise<ForeignFileAnswer> {
    return this.thread.run(key, file);
  }
}
