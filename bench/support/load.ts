// Sends several concurrent requests to a server as fast as it answers, for a given time. Runs in a separate
// process, controlled by its parent.
import { Agent, get } from 'node:http';
import { quantile } from './statistics.ts';

export interface Load {
  url: string;
  /** Requested in rotation. */
  paths: string[];
  headers: Record<string, string>;
  concurrency: number;
  seconds: number;
}
export interface LoadResult {
  requests: number;
  perSecond: number;
  p50: number;
  p99: number;
  /** Bytes of one response on the wire. */
  bytes: number;
}

process.once('message', async (load: Load) => {
  process.send?.(await run(load));
  process.disconnect?.();
});

async function run({ url, paths, headers, concurrency, seconds }: Load): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const times: number[] = [];
  let asked = 0;
  let bytes = 0;
  const started = performance.now();
  const worker = async () => {
    while (performance.now() - started < seconds * 1000) {
      const before = performance.now();
      bytes = await ask(agent, url + paths[asked++ % paths.length], headers);
      times.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  const perSecond = (times.length / (performance.now() - started)) * 1000;
  agent.destroy();
  const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
  return { requests: times.length, perSecond, p50, p99, bytes };
}

/** Requests a URL; resolves with the length of the response. */
function ask(agent: Agent, url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === 200) resolve(bytes);
        else reject(new Error(`${url} answered ${response.statusCode}`));
      });
    }).on('error', reject);
  });
}
