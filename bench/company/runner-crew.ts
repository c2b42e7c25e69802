import { newRunnerId, type RpcClient, rpcClient } from '../../apps/server/testing/rpc-client.ts';
import { ask } from './calls.ts';
import { pool } from './plan.ts';
import { report } from './report.ts';

const request = { kind: 'pipeline', type: 'exec', labels: { pool } };

/** Runners with credentials of their own, whose stages take no time. */
export class RunnerCrew {
  finished = 0;
  private readonly stopping = new AbortController();

  /** Adds runners to the whole server. They call the servers in rotation. */
  static async start(urls: readonly string[], token: string, count: number): Promise<RunnerCrew> {
    const crew = new RunnerCrew();
    for (let at = 0; at < count; at++) {
      const url = urls[at % urls.length] ?? '';
      const name = `runner-${at}`;
      const { credential } = await addRunner(url, token, name, pool);
      const headers = { 'X-Drone-Token': credential, 'X-Millrace-Runner': newRunnerId() };
      void crew.run(rpcClient({ url }, { headers }), name);
    }
    return crew;
  }

  /** The runners stop when their open calls are answered, which servers do when they stop. */
  stop(): void {
    this.stopping.abort();
  }

  private async run(rpc: RpcClient, name: string): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        if (await runStage(rpc, name)) this.finished++;
      } catch (error) {
        // Calls end with the server.
        if (!signal.aborted) return report(`${name} stopped: ${error}`);
      }
    }
  }
}

/** Adds a runner, and exchanges its token. Its stages require the label. */
async function addRunner(url: string, token: string, name: string, label: string) {
  const path = '/api/system/runner-credentials';
  const body = { name, labels: { pool: label } };
  const added = await ask<{ id: number; token: string }>(url, token, 'POST', path, body);
  const registered = { token: added.token };
  return ask<{ id: number; credential: string }>(
    url,
    undefined,
    'POST',
    '/api/register-runner',
    registered,
  );
}

/** Waits for a stage and runs it. Returns whether there was one. */
async function runStage(rpc: RpcClient, name: string): Promise<boolean> {
  const asked = await rpc('POST', '/stage', request);
  if (asked.status !== 200) return false;
  const { id }: { id: number } = JSON.parse(asked.text);
  const claimed = await rpc('POST', `/stage/${id}?machine=${name}`);
  if (claimed.status !== 200) return false;
  const stage: object = JSON.parse(claimed.text);
  const step = { id: 0, step_id: id, number: 1, name: 'work', status: 'pending', exit_code: 0 };
  const started = Math.floor(Date.now() / 1000);
  const steps = [{ ...step, version: 0 }];
  const running = await rpc.ask<{ steps: [{ id: number }] }>('PUT', `/stage/${id}`, {
    ...stage,
    status: 'running',
    started,
    steps,
  });
  const ended = { status: 'success', stopped: started + 1 };
  const [first] = running.steps;
  await rpc.ask('PUT', `/step/${first.id}`, { ...first, started, ...ended });
  await rpc('PUT', `/stage/${id}`, { ...running, ...ended });
  return true;
}
