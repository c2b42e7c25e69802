// Effect of 50 concurrent sign-ins on other clients. A guest repeatedly fetches a file of the UI and
// `/healthz` until every sign-in is answered: first all sign-ins from one address, then each from a separate
// one.
import { Millrace } from '../e2e/support/millrace.ts';
import { print, quantile } from './support/statistics.ts';

const storm = 50;
const rounds = 3;
const timeoutMs = 120_000;

const millrace = await Millrace.start({
  MILLRACE_RUNNER_CAPACITY: '0',
  MILLRACE_TRUSTED_PROXIES: '127.0.0.1',
});
try {
  const page = await (await fetch(`${millrace.url}/login/form`)).text();
  const [, file] = /src="(\/static\/index[^"]+\.js)"/.exec(page) ?? [];
  if (!file) throw new Error('The page references no script');
  await measure('one address', file, () => '10.0.0.1');
  await measure('an address each', file, (index) => `10.0.1.${index}`);
} finally {
  await millrace.dispose();
}

async function measure(
  name: string,
  file: string,
  addressOf: (index: number) => string,
): Promise<void> {
  const waits: number[] = [];
  const statuses = new Map<number, number>();
  let tookMs = 0;
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    let isDone = false;
    const attempts = Array.from({ length: storm }, (_, index) =>
      signIn(`guess-${round}-${index}`, addressOf(index)),
    );
    const visiting = (async () => {
      while (!isDone) {
        waits.push(await timeOf(`${millrace.url}${file}`));
        waits.push(await timeOf(`${millrace.url}/healthz`));
      }
    })();
    for (const status of await Promise.all(attempts)) {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    isDone = true;
    tookMs += performance.now() - startedAt;
    await visiting;
  }
  const answers = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  print(
    `${storm} concurrent sign-ins from ${name}: answered in ${(tookMs / rounds / 1000).toFixed(1)} s` +
      ` (${answers} in ${rounds} rounds); a file or /healthz meanwhile p50` +
      ` ${quantile(waits, 0.5).toFixed(0)} ms, p99 ${quantile(waits, 0.99).toFixed(0)} ms,` +
      ` slowest ${Math.max(...waits).toFixed(0)} ms of ${waits.length}`,
  );
}

async function signIn(username: string, address: string): Promise<number> {
  const answer = await fetch(`${millrace.url}/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'x-forwarded-for': address },
    body: new URLSearchParams({ username, password: 'a wrong password' }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  await answer.text();
  return answer.status;
}

async function timeOf(url: string): Promise<number> {
  const startedAt = performance.now();
  const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
  await answer.arrayBuffer();
  return performance.now() - startedAt;
}
