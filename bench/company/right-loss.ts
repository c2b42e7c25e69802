import { openStream } from '@millrace/test-support/stream-reader';
import type { TerminalConnection } from '../../apps/server/testing/terminal-connection.ts';
import { WorkTree } from '../../e2e/support/work-tree.ts';
import { call, until } from './calls.ts';
import type { Company, Credentials } from './company.ts';
import { passwordOf } from './fill.ts';
import { report, row } from './report.ts';

/** A right that a person is about to lose. */
export interface Loss {
  person: Credentials;
  slug: string;
  /** Ends the right. */
  change: () => Promise<unknown>;
  /** Status of reads without the right. */
  status: number;
  terminal?: TerminalConnection;
}

/**
 * Prints the time from the start of a change until a right is gone on every server: in reads, in git, in an open stream
 * and in a terminal.
 */
export async function measureLoss({ servers }: Company, loss: Loss): Promise<void> {
  const { person, slug, change, status, terminal } = loss;
  const stopping = new AbortController();
  const headers = { authorization: `Bearer ${person.token}` };
  const path = `/api/repos/${slug}`;
  const tree = await WorkTree.create(servers.first, slug, passwordOf(person));
  const fetchFrom = (url: string) =>
    tree.git('ls-remote', tree.remote.replace(new URL(tree.remote).host, new URL(url).host));
  const watched: [what: string, ended: () => Promise<Ended>][] = [];
  for (const [at, url] of servers.urls.entries()) {
    const on = servers.urls.length > 1 ? `, server ${at + 1}` : '';
    const before = await call(url, person.token, 'GET', path);
    const git = await fetchFrom(url);
    if (before.status !== 200) throw new Error(`${person.login} had no right: ${before.text}`);
    if (git.exitCode !== 0) throw new Error(`${person.login} could not fetch: ${git.stderr}`);
    const stream = await openStream(`${url}/api/stream/${slug}`, headers, stopping.signal);
    const streamEnd = stream.rest().catch(() => []);
    watched.push([
      `reads refused with ${status}${on}`,
      untilRefused(async () => {
        const answer = await call(url, person.token, 'GET', path);
        if (answer.status !== 200 && answer.status !== status) {
          throw new Error(`a read answered ${answer.status}`);
        }
        return answer.status === 200;
      }),
    ]);
    watched.push([
      `git fetch refused${on}`,
      untilRefused(async () => (await fetchFrom(url)).exitCode === 0),
    ]);
    watched.push([`open event stream ended${on}`, () => within(streamEnd)]);
  }
  if (terminal) watched.push(['open terminal ended', () => within(terminal.closed)]);
  const startedAt = performance.now();
  const timed = async (what: string, work: () => Promise<Ended>) => {
    try {
      const { allowedAt } = await work();
      const ms = performance.now() - startedAt;
      const last = allowedAt ? `, last allowed ${(allowedAt - startedAt).toFixed(0)} ms` : '';
      row(what, `${ms.toFixed(0).padStart(6)} ms${last}`);
    } catch (error) {
      report(`${person.login}: ${what}: ${error}`);
    }
  };
  await Promise.all([
    timed('the change itself answered', async () => {
      await change();
      return {};
    }),
    ...watched.map(([what, ended]) => timed(what, ended)),
  ]);
  stopping.abort();
  terminal?.socket.terminate();
}

/** End of a right. */
interface Ended {
  /** Time of the last answer with the right. A refusal can take much longer: git asks for a password, which is hashed. */
  allowedAt?: number;
}

function untilRefused(isAllowed: () => Promise<boolean>): () => Promise<Ended> {
  return async () => {
    let allowedAt = performance.now();
    const ask = async () => {
      const allowed = await isAllowed();
      if (allowed) allowedAt = performance.now();
      return allowed;
    };
    await until('a refusal', ask, (allowed) => !allowed);
    return { allowedAt };
  };
}

async function within(ended: Promise<unknown>, maxMs = 30_000): Promise<Ended> {
  const late = AbortSignal.timeout(maxMs);
  const tooLate = new Promise<never>((_, reject) => {
    late.addEventListener('abort', () => reject(new Error(`not within ${maxMs} ms`)));
  });
  await Promise.race([ended, tooLate]);
  return {};
}
