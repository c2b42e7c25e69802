import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Stage, Step } from '@millrace/contract/api';
import type { RunnerApi } from '@millrace/contract/runner';
import { createHttpRunnerApi } from '../../apps/runner/src/server-link/http-runner-api.ts';
import { ServerCalls } from '../../apps/runner/src/server-link/server-calls.ts';
import { newRunnerId, rpcEnvironment, rpcSecret } from '../../apps/server/testing/rpc-client.ts';
import { Millrace } from '../../e2e/support/millrace.ts';
import { WorkTree } from '../../e2e/support/work-tree.ts';

/** Label for stages that only the runner of the bench accepts. */
const labels = { role: 'bench' };
const finished = new Set(['success', 'failure', 'error', 'killed']);

export interface BuildEnd {
  status: string;
  error?: string;
  stages?: { error?: string; steps?: { number: number; status: string; error?: string }[] }[];
}

/**
 * A real server in a separate process, with its embedded runner and a second runner in this process that
 * calls it over HTTP.
 */
export class AttackedServer {
  readonly millrace: Millrace;
  readonly api: RunnerApi;
  readonly headers: Record<string, string>;

  private constructor(millrace: Millrace, token: string) {
    this.millrace = millrace;
    this.headers = { authorization: `Bearer ${token}` };
    this.api = createHttpRunnerApi(
      new ServerCalls({ server: millrace.url, secret: rpcSecret, runner: newRunnerId() }),
    );
  }

  static async start(settings: Record<string, string>): Promise<AttackedServer> {
    const millrace = await Millrace.start({ ...rpcEnvironment, ...settings });
    return new AttackedServer(millrace, await millrace.readToken());
  }

  get url(): string {
    return this.millrace.url;
  }

  get pid(): number {
    return this.millrace.pid ?? 0;
  }

  /** Restarts the server, which frees the memory used by the preparation. */
  async restart(): Promise<void> {
    await this.millrace.end();
    await this.millrace.start();
  }

  async ask<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const answer = await fetch(this.url + path, {
      method,
      headers: { ...this.headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return text === '' ? (undefined as Answer) : JSON.parse(text);
  }

  /** Creates the repository `admin/NAME`, with its first build if a pipeline is given. */
  async push(name: string, pipeline: string): Promise<WorkTree> {
    const tree = await WorkTree.create(this.millrace, `admin/${name}`);
    await tree.commit({ '.drone.yml': pipeline }, 'Bench');
    const { exitCode, stderr } = await tree.push();
    if (exitCode !== 0) throw new Error(`The push failed: ${stderr}`);
    return tree;
  }

  /** Creates a public repository whose first build has a step running on this process's runner. */
  async startStep(name: string): Promise<{ stage: Stage; step: Step }> {
    await this.push(
      name,
      'kind: pipeline\ntype: exec\nname: a\nnode: { role: bench }\nsteps: [{ name: b, commands: [c] }]\n',
    );
    await this.ask('PATCH', `/api/repos/admin/${name}`, { visibility: 'public' });
    const filter = { kind: 'pipeline', type: 'exec', os: 'linux', arch: 'amd64', labels };
    const queued = await this.api.requestStage({ body: filter }, AbortSignal.timeout(10_000));
    if (!queued) throw new Error('No queued stage');
    const accepted = await this.api.acceptStage({
      params: { stage: queued.id },
      query: { machine: 'bench' },
    });
    const step = { id: 0, step_id: accepted.id, number: 1, name: 'b', exit_code: 0, version: 0 };
    const stage = await this.api.updateStage({
      params: { stage: accepted.id },
      body: {
        ...accepted,
        status: 'running',
        steps: [{ ...step, status: 'pending' }],
      },
    });
    const [pending] = stage.steps ?? [];
    if (!pending) throw new Error('The stage has no step');
    const running = { ...pending, status: 'running', started: 1 } as const;
    return {
      stage,
      step: await this.api.updateStep({ params: { step: running.id }, body: running }),
    };
  }

  async untilEnd(name: string, build = 1): Promise<BuildEnd> {
    for (;;) {
      const found: BuildEnd = await this.ask('GET', `/api/repos/admin/${name}/builds/${build}`);
      if (finished.has(found.status)) return found;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** Changes the database directly. */
  change(work: (db: DatabaseSync) => void): void {
    using db = new DatabaseSync(join(this.millrace.dataDir, 'millrace.db'), { timeout: 10_000 });
    db.exec('begin immediate');
    work(db);
    db.exec('commit');
  }
}
