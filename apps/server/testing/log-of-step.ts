import type { Line } from '@millrace/contract/api';
import { runnerApiOf, startNextStage } from './fake-work.ts';
import { bearer, pushSampleRepo, type TestServer } from './test-server.ts';

/** Creates lines with about the compression ratio of real builds. */
export function makeLines(from: number, to: number, text = 'line'): Line[] {
  return Array.from({ length: to - from }, (_, index) => {
    const pos = from + index;
    const id = (pos * 2_654_435_761) % 4_294_967_296;
    return { pos, out: `${text} ${pos} größe ${id.toString(16)}\n`, time: Math.floor(pos / 100) };
  });
}

export type StepWithLog = Awaited<ReturnType<typeof startStepWithLog>>;

/** Creates a repository with a running step, and functions that call its log as a runner and as the owner. */
export async function startStepWithLog(
  server: TestServer,
  owner: { login: string; token: string },
  name: string,
) {
  const { slug } = await pushSampleRepo(server, owner.login, name);
  const api = runnerApiOf(server);
  const { step } = await startNextStage(api);
  const headers = bearer(owner);
  const get = (query = '', others: Record<string, string> = {}) =>
    fetch(`${server.url}/api/repos/${slug}/builds/1/logs/1/1${query}`, {
      headers: { ...headers, ...others },
    });
  return {
    id: step.id,
    owner: owner.login,
    /** Appends lines in batches of this size. */
    async append(lines: Line[], batch = 500): Promise<void> {
      for (let at = 0; at < lines.length; at += batch) {
        await api.appendLogs({ params: { step: step.id }, body: lines.slice(at, at + batch) });
      }
    },
    replace: (lines: Line[]) => api.replaceLogs({ params: { step: step.id }, body: lines }),
    finish: (status: 'success' | 'killed' = 'success') =>
      api.updateStep({ params: { step: step.id }, body: { ...step, status, stopped: 2 } }),
    get,
    async read(query = ''): Promise<Line[]> {
      const answer = await get(query);
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
      return (await answer.json()) as Line[];
    },
    /** Opens the stream of its lines from this position. */
    stream: (from: number) =>
      fetch(`${server.url}/api/stream/${slug}/1/1/1?from=${from}`, { headers }),
    /** Calls the repository as the owner. Resolves with the status of the response. */
    async call(method: string, path: string): Promise<number> {
      const url = `${server.url}/api/repos/${slug}${path}`;
      return (await fetch(url, { method, headers })).status;
    },
  };
}
