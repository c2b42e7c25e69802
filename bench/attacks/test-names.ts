import { type Attack, countOutcomes } from '../support/attack.ts';

const names = 600_000;
const guests = 20;
const searches = ['number', 'grinds grain', 'grain 4711', 'absent'];
const report = Buffer.from('<testsuite name="a"><testcase classname="a" name="b"/></testsuite>');

/** Searches very many test names concurrently as guests. */
export const testNames: Attack = {
  name: 'guests search 600,000 names of tests',
  settings: () => ({ MILLRACE_TRUSTED_PROXIES: '127.0.0.1' }),
  prepare: async (server) => {
    const { step } = await server.startStep('names');
    await server.api.sendFile(
      {
        params: { step: step.id },
        query: { kind: 'junit', path: 'a.xml' },
        file: { size: report.length, read: () => bytesOf(report) },
      },
      AbortSignal.timeout(10_000),
    );
    const { id }: { id: number } = await server.ask('GET', '/api/repos/admin/names');
    server.change((db) =>
      db.exec(
        `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${names - 1})
         insert into test_names (repo_id, key, stage, suite, name, file, seen_in)
         select ${id}, 'key ' || i, 'a', 'com.example.mill.Random', 'grinds grain number ' || i, '', 1 from n`,
      ),
    );
    return async () => {
      const search = async (guest: number): Promise<number[]> => {
        const statuses: number[] = [];
        for (const q of searches) {
          const url = `${server.url}/api/repos/admin/names/tests?q=${encodeURIComponent(q)}`;
          const answer = await fetch(url, { headers: { 'x-forwarded-for': `10.0.0.${guest}` } });
          await answer.arrayBuffer();
          statuses.push(answer.status);
        }
        return statuses;
      };
      const all = await Promise.all(Array.from({ length: guests }, (_, guest) => search(guest)));
      return countOutcomes(all.flat());
    };
  },
};

async function* bytesOf(bytes: Uint8Array) {
  yield bytes;
}
