import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { InfrastructureFailure } from '../../shared/infrastructure-failure.ts';
import type { OrphanedSteps } from '../engine.ts';
import { type OutputBookmark, outputBookmark } from '../output-bookmark.ts';
import type { ClusterClient } from './cluster-client.ts';
import { execInPod, type PodExec } from './pod-exec.ts';
import { PodProgress, type PodProgressDeps } from './pod-progress.ts';
import { containerName, controlFolder, controlName, stepProgram } from './stage-pod.ts';

export interface StagePodDeps extends PodProgressDeps {
  client: ClusterClient;
  namespace: string;
  /** Id of the runner, which nobody else knows. */
  owner: string;
}

const pauseMs = 1000;
/** Exit code with which `entrypoint` prints the reason of its failure. */
const failedExitCode = 70;
const recordName = 'record.json';
const orphanedStepsSchema = z.record(z.string(), z.object({ bookmark: z.string() }));
const pathKind = z.enum(['real', 'link', 'missing']);
const userNumber = z.string().check(z.regex(/^\d+$/));
type PathKind = z.infer<typeof pathKind>;
const entrypoint = `${controlFolder}/bin/entrypoint`;

/** `entrypoint` itself reports a failure. */
class ProgramFailure extends Error {
  override name = 'ProgramFailure';
}

/** Reads what `entrypoint` prints. Throws at the end if that is not all. */
async function* readWhole(exec: PodExec): AsyncGenerator<Buffer> {
  try {
    yield* exec.stdout;
    await endOf(exec);
  } finally {
    exec.close();
  }
}

/** Waits until `entrypoint` ends. Throws if it fails, or if the cluster ends it. */
async function endOf(exec: PodExec): Promise<void> {
  const exitCode = await exec.exited;
  if (exitCode === 0) return;
  if (exitCode === failedExitCode) throw new ProgramFailure((await exec.errors).trim());
  throw new Error(`The program ended with exit code ${exitCode}`);
}

/** Runs programs in the Pod of a stage, above all `entrypoint`. */
export class StagePod {
  readonly progress: PodProgress;
  private readonly deps: StagePodDeps;

  constructor(deps: StagePodDeps) {
    this.deps = deps;
    this.progress = new PodProgress(deps);
  }

  /** Returns what the record of a step must contain, also for the next start of this runner. */
  nonceOf({ number }: { number: number }): string {
    const { owner, name } = this.deps;
    return createHmac('sha256', owner).update(`${name}/${number}`).digest('hex');
  }

  /** Reads what an earlier start of this runner has started in the Pod. */
  async readOrphanedSteps(): Promise<OrphanedSteps> {
    if (this.progress.isWaiting()) return new Map();
    const orphaned = await this.read(['state', stepsFolder], (printed) =>
      z.parse(orphanedStepsSchema, JSON.parse(printed)),
    );
    const steps = Object.entries(orphaned);
    return new Map(
      steps.map(([number, orphaned]) => [Number(number), readBookmark(orphaned.bookmark)]),
    );
  }

  /** Starts a step, unless it runs, and returns its output from an offset. */
  run(step: { number: number }, offset: number): Promise<PodExec> {
    return this.control(['run', folderOf(step), String(offset)]);
  }

  /** Ends a running step with TERM, and with KILL after a grace. */
  async stop(step: { number: number }, graceMs: number, signal: AbortSignal): Promise<void> {
    await this.call(['stop', folderOf(step), String(graceMs)], signal);
  }

  /** Returns the number of a user in the container of a step; without a name, of the user of its image. */
  userOf(step: { number: number }, name: string, signal: AbortSignal): Promise<string> {
    const start = () => this.exec(containerName(step), [...stepProgram, 'user', name]);
    return this.readFrom(start, (printed) => z.parse(userNumber, printed), signal);
  }

  /** Starts `entrypoint` in the container that the runner uses. */
  control(args: string[]): Promise<PodExec> {
    return this.exec(controlName, [entrypoint, ...args]);
  }

  exec(container: string, command: string[], options: { tty?: boolean } = {}): Promise<PodExec> {
    const { client, namespace, name: pod } = this.deps;
    return execInPod(client, { namespace, pod, container }, command, options);
  }

  /** Runs `entrypoint` to its end. Rejects if it fails. Repeats it like {@link repeat}. */
  async call(args: string[], signal?: AbortSignal): Promise<void> {
    await this.read(args, () => undefined, signal);
  }

  /** Returns what a path in a folder is. */
  kindOf(folder: string, path: string, signal?: AbortSignal): Promise<PathKind> {
    return this.read(['stat', folder, path], (printed) => z.parse(pathKind, printed), signal);
  }

  /** Does the same as {@link call}, and returns what `entrypoint` prints. Repeats it also if that cannot be parsed. */
  private read<Answer>(
    args: string[],
    parse: (printed: string) => Answer,
    signal?: AbortSignal,
  ): Promise<Answer> {
    return this.readFrom(() => this.control(args), parse, signal);
  }

  private readFrom<Answer>(
    start: () => Promise<PodExec>,
    parse: (printed: string) => Answer,
    signal?: AbortSignal,
  ): Promise<Answer> {
    return this.repeat(async () => {
      const exec = await start();
      try {
        const printed = await text(exec.stdout);
        await endOf(exec);
        return parse(printed);
      } finally {
        exec.close();
      }
    }, signal);
  }

  /** Opens a file or folder as a tar archive. */
  async pack(path: string): Promise<Readable> {
    return Readable.from(readWhole(await this.repeat(() => this.control(['pack', path]))));
  }

  /** Repeats a request while its connections break. Rejects with the reason of the cluster if the Pod is gone. */
  async repeat<Answer>(request: () => Promise<Answer>, signal?: AbortSignal): Promise<Answer> {
    for (;;) {
      try {
        return await request();
      } catch (error) {
        if (error instanceof ProgramFailure) throw error;
        const reason = this.progress.lossReason();
        if (reason !== undefined) throw new InfrastructureFailure('runner', reason);
        await sleep(pauseMs, undefined, { signal });
      }
    }
  }

  /**
   * Runs `entrypoint` with an archive as its input. Repeats that like {@link repeat}, unless the archive can be read only
   * once.
   */
  async feed(
    args: string[],
    open: () => Readable,
    { isOnce = false }: { isOnce?: boolean } = {},
  ): Promise<void> {
    if (isOnce) await this.feedOnce(args, open());
    else await this.repeat(() => this.feedOnce(args, open()));
  }

  private async feedOnce(args: string[], input: Readable): Promise<void> {
    const exec = await this.control(args);
    try {
      exec.stdout.resume();
      // A program that fails reads no more.
      const failed = exec.exited.then(() => undefined);
      const fed = (async () => {
        for await (const chunk of input) await exec.write(chunk);
      })();
      fed.catch(() => undefined);
      await Promise.race([fed, failed]);
      await endOf(exec);
    } finally {
      input.destroy();
      exec.close();
    }
  }

  /** Returns whether a step has left a record. Asks until there is an answer, or the Pod is gone. */
  async hasRecord(step: { number: number }, signal: AbortSignal): Promise<boolean> {
    try {
      return (await this.kindOf(folderOf(step), recordName, signal)) === 'real';
    } catch (error) {
      if (error instanceof InfrastructureFailure) return false;
      throw error;
    }
  }
}

function readBookmark(text: string): OutputBookmark | undefined {
  if (text === '') return undefined;
  return z.parse(outputBookmark, JSON.parse(text.slice(text.indexOf(' ') + 1)));
}

const stepsFolder = `${controlFolder}/steps`;

/** Folder of a step in the control container. */
export function folderOf({ number }: { number: number }): string {
  return `${stepsFolder}/${number}`;
}
