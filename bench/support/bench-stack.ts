import { findDockerHost, testImage } from '@millrace/test-support/docker-host';
import { openStream } from '@millrace/test-support/stream-reader';
import { Millrace } from '../../e2e/support/millrace.ts';
import { RemoteRunner, remoteOnly } from '../../e2e/support/remote-runner.ts';
import { WorkTree } from '../../e2e/support/work-tree.ts';
import { readCpuOf } from './processes.ts';

export const runnerKinds = ['built-in', 'remote'] as const;
export type RunnerKind = (typeof runnerKinds)[number];

interface StepState {
  name: string;
  status: string;
}

interface BuildState {
  number: number;
  status: string;
  stages?: { number: number; status: string; steps?: StepState[] }[];
}

const finished = new Set(['success', 'failure', 'error', 'killed', 'skipped']);

/** A real server with its runner, in separate processes, and a repository to build. */
export class BenchStack {
  readonly millrace: Millrace;
  readonly headers: Record<string, string>;
  private readonly runner: RemoteRunner | undefined;
  private readonly tree: WorkTree;

  private constructor(
    millrace: Millrace,
    runner: RemoteRunner | undefined,
    token: string,
    tree: WorkTree,
  ) {
    this.millrace = millrace;
    this.runner = runner;
    this.headers = { authorization: `Bearer ${token}` };
    this.tree = tree;
  }

  static async start(kind: RunnerKind, capacity = 2): Promise<BenchStack> {
    const builtIn = { MILLRACE_RUNNER_CAPACITY: String(capacity) };
    const millrace = await Millrace.start(kind === 'remote' ? remoteOnly : builtIn);
    const runner = kind === 'remote' ? new RemoteRunner(millrace, 'remote', capacity) : undefined;
    await runner?.start();
    const tree = await WorkTree.create(millrace, 'admin/bench');
    return new BenchStack(millrace, runner, await millrace.readToken(), tree);
  }

  async stop(): Promise<void> {
    await this.runner?.end();
    await this.millrace.dispose();
  }

  /** Process ids of the server and of the remote runner, if there is one. */
  get pids(): { server: number; runner: number | undefined } {
    return { server: this.millrace.pid ?? 0, runner: this.runner?.pid };
  }

  /** Returns the seconds of processor time used so far by server, runner and their exited child processes. */
  readCpu(): number {
    const pids = [this.millrace.pid, this.runner?.pid].filter((pid) => pid !== undefined);
    return pids.map(readCpuOf).reduce((sum, seconds) => sum + seconds, 0);
  }

  /** Starts a build of this pipeline; resolves with its number. */
  async push(pipeline: string): Promise<number> {
    await this.tree.commit({ '.drone.yml': pipeline }, 'Bench');
    const { exitCode, stderr } = await this.tree.push();
    if (exitCode !== 0) throw new Error(`The push failed: ${stderr}`);
    const [newest]: BuildState[] = await this.ask('GET', '/api/repos/admin/bench/builds');
    if (!newest) throw new Error('The push created no build');
    return newest.number;
  }

  /** Starts another build of the last push. */
  async startBuild(): Promise<void> {
    await this.ask('POST', '/api/repos/admin/bench/builds');
  }

  async ask<Answer>(method: string, path: string): Promise<Answer> {
    const answer = await fetch(this.millrace.url + path, { method, headers: this.headers });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return text === '' ? (undefined as Answer) : JSON.parse(text);
  }

  /** Passes every change of a build to `take` until it returns true. */
  async watchBuilds(take: (build: BuildState) => boolean): Promise<void> {
    const stream = await openStream(`${this.millrace.url}/api/stream`, this.headers);
    for (;;) {
      const [message] = await stream.take(1);
      if (message?.data && take(JSON.parse(message.data).build)) return;
    }
  }

  /** Pushes a pipeline with one step; resolves with the duration of the step, including its log. */
  async timeStep(pipeline: string, onBegun: (build: number) => void = () => {}): Promise<number> {
    let begunAt: number | undefined;
    let endedAt = 0;
    let failure = '';
    const watching = this.watchBuilds(({ number, status, stages = [] }) => {
      const step = stages[0]?.steps?.[0];
      if (step?.status === 'running' && begunAt === undefined) {
        begunAt = performance.now();
        onBegun(number);
      }
      if (step && finished.has(step.status)) endedAt ||= performance.now();
      if (finished.has(status) && status !== 'success') failure = JSON.stringify(stages);
      return finished.has(status);
    });
    await this.push(pipeline);
    await watching;
    if (failure || begunAt === undefined) throw new Error(`The build failed: ${failure}`);
    return endedAt - begunAt;
  }

  /** Reads the log stream of the only step to its end, and passes the bytes to `take`. */
  async readStream(build: number, take: (chunk: Uint8Array) => void): Promise<void> {
    const url = `${this.millrace.url}/api/stream/admin/bench/${build}/1/1`;
    const response = await fetch(url, { headers: this.headers });
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    for await (const chunk of response.body ?? []) take(chunk);
  }
}

/** Creates a pipeline with one step that runs this command, without a clone. */
export function onePipeline(command: string, type: string): string {
  return `kind: pipeline
type: ${type}
name: bench
clone: { disable: true }
steps:
  - name: work
    image: ${testImage}
    pull: never
    commands:
      - ${JSON.stringify(command)}
`;
}

/** Returns the pipeline types that can run on this machine; prints why others cannot. */
export async function findPipelineTypes(print: (line: string) => void): Promise<string[]> {
  const docker = await findDockerHost();
  if (typeof docker !== 'string') return ['exec', 'docker'];
  print(`Without docker pipelines: ${docker}`);
  return ['exec'];
}
