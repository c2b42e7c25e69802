import { setTimeout as delay } from 'node:timers/promises';
import { execa } from 'execa';
import { maxAskedBytes } from './git-body.ts';
import { gitEnvironment } from './git-environment.ts';

/** Time that git has to remove its locks and temporary files after a signal. */
const graceMs = 2000;
const pollMs = 20;

/**
 * Checks of pushed objects, against damage and against attacks at checkout. Three errors that are common in
 * old histories and harmless are allowed.
 */
const checks = {
  'receive.fsckObjects': 'true',
  'receive.fsck.badTimezone': 'ignore',
  'receive.fsck.missingSpaceBeforeDate': 'ignore',
  'receive.fsck.zeroPaddedFilemode': 'ignore',
};
const hosting = {
  // Clients without push access are rejected before git runs.
  'http.receivepack': 'true',
  // One that git finds full it ends at without an answer: its client is refused before.
  'http.maxRequestBuffer': maxAskedBytes + 1,
};
const settings = Object.entries({ ...checks, ...hosting }).flatMap(([name, value]) => [
  '-c',
  `${name}=${value}`,
]);

/** A `git http-backend` with all that it starts: one group of processes, which ends together. */
export class GitProcess {
  private readonly backend;
  private ending: Promise<void> | undefined;

  constructor(env: Record<string, string>) {
    this.backend = execa('git', [...settings, 'http-backend'], {
      env: { ...gitEnvironment, ...env },
      stdout: 'pipe',
      stderr: 'ignore',
      buffer: false,
      reject: false,
      detached: true,
    });
  }

  get stdin(): NodeJS.WritableStream {
    return this.backend.stdin;
  }

  get stdout(): NodeJS.ReadableStream {
    return this.backend.stdout;
  }

  /** Resolves once git has ended, and with it whatever of its group was left. */
  async ended(): Promise<void> {
    await this.backend;
    if (this.ending) await this.ending;
    else this.signal('SIGKILL');
  }

  /** Asks all of the group to end, and makes them end where they do not. */
  end(): Promise<void> {
    this.ending ??= this.endGroup();
    return this.ending;
  }

  private async endGroup(): Promise<void> {
    const deadlineMs = performance.now() + graceMs;
    let isAlive = this.signal('SIGTERM');
    while (isAlive && performance.now() < deadlineMs) {
      await delay(pollMs);
      isAlive = this.signal(0);
    }
    this.signal('SIGKILL');
  }

  /** False when there is no such process any more. */
  private signal(signal: NodeJS.Signals | 0): boolean {
    const { pid } = this.backend;
    if (pid === undefined) return false;
    try {
      return process.kill(-pid, signal);
    } catch {
      return false;
    }
  }
}
