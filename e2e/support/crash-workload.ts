import { setTimeout as delay } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { LogFollower, type LogLine } from './log-follower.ts';
import type { Millrace } from './millrace.ts';
import { numberedLog } from './numbered-build.ts';
import { WorkTree } from './work-tree.ts';

interface Step {
  number: number;
  name: string;
  status: string;
  error?: string;
}

interface Stage {
  id: number;
  number: number;
  name: string;
  status: string;
  error?: string;
  machine?: string;
  started: number;
  stopped: number;
  steps?: Step[];
}

export interface Build {
  number: number;
  status: string;
  event: string;
  after: string;
  stages?: Stage[];
}

const over = new Set(['success', 'failure', 'error', 'killed', 'skipped']);
const lookMs = 250;

/**
 * Runs builds that print numbered lines on a server that crashes repeatedly, and records everything that
 * clients receive.
 */
export class CrashWorkload {
  private readonly millrace: Millrace;
  private readonly headers: Record<string, string>;
  private readonly tree: WorkTree;
  private readonly followers = new Map<string, LogFollower>();
  private readonly pushed: string[] = [];
  private readonly stopped = new AbortController();
  private readonly watching: Promise<void>;

  private constructor(millrace: Millrace, token: string, tree: WorkTree) {
    this.millrace = millrace;
    this.headers = { authorization: `Bearer ${token}` };
    this.tree = tree;
    this.watching = this.watch();
  }

  static async open(millrace: Millrace, pipeline: string): Promise<CrashWorkload> {
    const token = await millrace.readToken();
    const tree = await WorkTree.create(millrace, 'admin/mill');
    await tree.commit({ '.drone.yml': pipeline }, 'Count');
    await tree.push();
    return new CrashWorkload(millrace, token, tree);
  }

  /** Starts two more builds, by a push and by a call; the server may be down for both. */
  async addWork(): Promise<void> {
    await this.tree.commit({}, 'Count again');
    const push = await this.tree.push();
    if (push.exitCode === 0) {
      this.pushed.push((await this.tree.git('rev-parse', 'HEAD')).stdout);
    }
    await this.ask('/builds', 'POST').catch(() => undefined);
  }

  /** Returns the newest builds with their stages, newest first. */
  async listBuilds(): Promise<Build[]> {
    const builds: Build[] = [];
    for (let page = 1; ; page++) {
      const part: Build[] = await this.ask(`/builds?page=${page}&per_page=100`);
      builds.push(...part);
      if (part.length < 100) break;
    }
    return Promise.all(builds.map(({ number }) => this.ask<Build>(`/builds/${number}`)));
  }

  /** Resolves with all builds once they have finished. */
  async waitUntilFinished(timeoutMs: number): Promise<Build[]> {
    let builds: Build[] = [];
    const openStages = async () => {
      builds = await this.listBuilds();
      return builds.flatMap(({ number, status, stages = [] }) => {
        const open = stages.filter((stage) => !over.has(stage.status));
        return over.has(status) && open.length === 0 ? [] : [`build ${number} is ${status}`];
      });
    };
    await expect.poll(openStages, { timeout: timeoutMs, intervals: [500] }).toEqual([]);
    return builds;
  }

  /** Lists the problems of logs and pushes after all builds have finished. */
  async findLosses(builds: Build[]): Promise<string[]> {
    const problems: string[] = [];
    for (const { number, stages = [] } of builds) {
      for (const stage of stages) {
        for (const step of stage.steps ?? []) {
          const name = `${number}/${stage.number}/${step.number}`;
          const log: LogLine[] =
            (await this.ask<LogLine[] | null>(
              `/builds/${number}/logs/${stage.number}/${step.number}`,
            )) ?? [];
          problems.push(
            ...findLogProblems(step, log).map((problem) => `${name} ${step.status}: ${problem}`),
            ...(await this.findStreamProblems(name, step, log)),
          );
        }
      }
    }
    return [...problems, ...this.findPushProblems(builds)];
  }

  /** Each confirmed push must create exactly one build, and each unconfirmed one at most one. */
  private findPushProblems(builds: Build[]): string[] {
    const made = new Map(this.pushed.map((commit) => [commit, 0]));
    const problems: string[] = [];
    for (const { event, after } of builds) {
      if (event !== 'push') continue;
      const count = (made.get(after) ?? 0) + 1;
      made.set(after, count);
      if (count === 2) problems.push(`the push of ${after} made more than one build`);
    }
    const lost = [...made].filter(([, count]) => count === 0);
    return [...problems, ...lost.map(([commit]) => `the push of ${commit} made no build`)];
  }

  get counts() {
    const followers = [...this.followers.values()];
    return {
      logs: followers.length,
      lines: followers.reduce((sum, { lines }) => sum + lines.length, 0),
      reconnections: followers.reduce((sum, { connections }) => sum + connections - 1, 0),
    };
  }

  async close(): Promise<void> {
    this.stopped.abort();
    await this.watching;
  }

  async ask<Answer>(path: string, method = 'GET'): Promise<Answer> {
    const answer = await fetch(`${this.millrace.url}/api/repos/admin/mill${path}`, {
      method,
      headers: this.headers,
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return JSON.parse(text);
  }

  /** Follows the log of every step as soon as it is known. */
  private async watch(): Promise<void> {
    const done = new Set<number>();
    while (!this.stopped.signal.aborted) {
      const builds: Build[] = await this.ask<Build[]>('/builds?per_page=100').catch(() => []);
      for (const { number } of builds.filter((build) => !done.has(build.number))) {
        const build = await this.ask<Build>(`/builds/${number}`).catch(() => undefined);
        for (const { number: stage, steps = [] } of build?.stages ?? []) {
          for (const step of steps) this.follow(`${number}/${stage}/${step.number}`);
        }
        if (build && over.has(build.status)) done.add(number);
      }
      await delay(lookMs);
    }
  }

  private follow(step: string): LogFollower {
    const known = this.followers.get(step);
    if (known) return known;
    const url = `${this.millrace.url}/api/stream/admin/mill/${step}`;
    const follower = new LogFollower(url, this.headers, this.stopped.signal);
    this.followers.set(step, follower);
    return follower;
  }

  /** The streamed lines must equal the stored lines. */
  private async findStreamProblems(name: string, step: Step, log: LogLine[]): Promise<string[]> {
    const follower = this.follow(name);
    await follower.ended;
    return JSON.stringify(follower.lines) === JSON.stringify(log)
      ? []
      : [
          `${name} ${step.status}: ${log.length} lines are stored, these were streamed: ` +
            follower.lines.map(({ pos }) => pos).join(' '),
        ];
  }
}

function findLogProblems(step: Step, log: LogLine[]): string[] {
  const problems: string[] = [];
  const wrong = log.findIndex(({ pos, out }, index) => pos !== index || out !== numberedLog[index]);
  const isNumbered = step.name !== 'beside';
  if (isNumbered && wrong >= 0) {
    problems.push(`line ${wrong} is ${JSON.stringify(log[wrong])}`);
  }
  if (isNumbered && step.status === 'success' && log.length !== numberedLog.length) {
    problems.push(`it has ${log.length} of ${numberedLog.length} lines`);
  }
  if (!over.has(step.status)) problems.push('it goes on though its build is over');
  return problems;
}
