import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Millrace } from './millrace.ts';

/** A file that a step waits for, so that a test says when the step goes on. */
export class Gate {
  private readonly path: string;

  constructor({ dir }: Millrace) {
    this.path = join(dir, `gate-${randomUUID()}`);
  }

  /** The shell command that waits. */
  get wait(): string {
    return `until [ -e ${this.path} ]; do sleep 0.05; done`;
  }

  open(): Promise<void> {
    return writeFile(this.path, '');
  }

  /** Only for steps that come to it later. */
  close(): Promise<void> {
    return rm(this.path);
  }
}
