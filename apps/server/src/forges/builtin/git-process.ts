import { setTimeout as delay } from 'node:timers/promises';
import { execa } from 'execa';
import { maxBodyBytes } from './git-body.ts';
import { gitEnvironment } from './git-environment.ts';

/** Time for git to remove its locks and temporary files after a signal. */
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
  'receive.advertisePushOptions': 'true',
  // HEAD must name a branch. The default value prints a page about its own configuration.
  'receive.denyDeleteCurrent': 'refuse',
  // git exits without a response if this buffer is full, so larger requests are rejected before.
  'http.maxRequestBuffer': maxBodyBytes + 1,
};
const settings = Object.entries({ ...checks, ...hosting }).flatMap(([name, value]) => [
  '-c',
  `${name}=${value}`,
]);

/** A `git http-backend` and its child processes. They form one process group, which is terminated together. */
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

  /** Resolves once git and the rest of its process group have ended. */
  async ended(): Promise<void> {
    await this.backend;
    if (this.ending) await this.ending;
    else this.signal('SIGKILL');
  }

  /** Terminates the process group. Kills it after a grace period. */
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

  /** Returns false if the process group no longer exists. */
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
