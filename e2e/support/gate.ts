import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Millrace } from './millrace.ts';

/** File that a step waits for, so that a test decides when the step continues. */
export class Gate {
  private readonly path: string;

  constructor({ dir }: Millrace) {
    this.path = join(dir, `gate-${randomUUID()}`);
  }

  /** Shell command that waits for the file. */
  get wait(): string {
    return `until [ -e ${this.path} ]; do sleep 0.05; done`;
  }

  open(): Promise<void> {
    return writeFile(this.path, '');
  }

  /** Affects only steps that reach the gate later. */
  close(): Promise<void> {
    return rm(this.path);
  }
}
