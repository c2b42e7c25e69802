import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Millrace } from './millrace.ts';

/** What the builds differ in, by their number `n`. */
const differences: Record<string, string> = {
  number: 'n',
  title: "'Grind wheat ' || n",
  message: "'Grind wheat ' || n",
  '"after"': 'lower(printf(\'%08x\', n * 7919)) || substr("after", 9)',
  status: "case when n % 5 = 0 then 'failure' else 'success' end",
  target: "case when n % 10 = 0 then 'release' else 'main' end",
  author_login: "case when n % 3 = 0 then 'grace' else 'ada' end",
  event: "case when n % 30 = 0 then 'promote' else 'push' end",
  deploy_to: "case when n % 30 = 0 then 'production' else '' end",
  created: 'created - 100000 + n * 60',
  started: 'created - 100000 + n * 60',
  finished: 'created - 99970 + n * 60',
};

/** Gives a repository with one build as many as these, as a version that knew no words left them. */
export async function giveManyBuilds(millrace: Millrace, slug: string, count: number) {
  await millrace.end();
  const db = new DatabaseSync(join(millrace.dataDir, 'millrace.db'));
  const names = db.prepare("select name from pragma_table_info('builds')").all();
  const columns = names
    .map(({ name }) => (/^(before|after|trigger)$/.test(String(name)) ? `"${name}"` : `${name}`))
    .filter((name) => !/^(id|has_words|delivery)$/.test(name));
  db.exec(`
    with recursive numbers(n) as (select 2 union all select n + 1 from numbers where n < ${count})
    insert into builds (${columns.join()})
    select ${columns.map((name) => differences[name] ?? name).join()} from builds, numbers
    where number = 1 and repo_id = (select id from repos where slug = '${slug}') order by n;
    update repos set counter = ${count} where slug = '${slug}';
  `);
  db.close();
  await millrace.start();
}
