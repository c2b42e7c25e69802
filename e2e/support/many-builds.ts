import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { buildWords } from '@millrace/contract/build-words';
import type { Millrace } from './millrace.ts';

/** SQL for the differences between builds, by their number `n`. */
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

/** Returns the quoted columns of a table, except for some. */
function columnsOf(db: DatabaseSync, table: string, left: RegExp): string[] {
  return db
    .prepare(`select name from pragma_table_info('${table}')`)
    .all()
    .map(({ name }) => (/^(before|after|trigger)$/.test(String(name)) ? `"${name}"` : `${name}`))
    .filter((name) => !left.test(name));
}

/** Copies the stages and steps of the first build to each new build. In failed builds, they fail too. */
function addSteps(db: DatabaseSync): void {
  const ofStages = columnsOf(db, 'stages', /^(id|build_id|status)$/);
  const ofSteps = columnsOf(db, 'steps', /^(id|stage_id|status)$/);
  db.exec(`
    insert into stages (build_id, status, ${ofStages.join()})
    select builds.id, builds.status, ${ofStages.map((name) => `stages.${name}`).join()}
    from builds join stages on stages.build_id = (select min(id) from builds) where builds.number > 1;
    insert into steps (stage_id, status, ${ofSteps.join()})
    select stages.id, case when first.number = 1 then 'success' else stages.status end,
      ${ofSteps.map((name) => `first.${name}`).join()}
    from stages join steps as first on first.stage_id = (select min(id) from stages)
    where stages.build_id > (select min(id) from builds);
  `);
}

/** Adds the search terms of the new builds. */
function addWords(db: DatabaseSync): void {
  const insert = db.prepare(
    'insert or ignore into build_words (repo_id, word, build_id) values (?, ?, ?)',
  );
  const builds = db.prepare('select id, repo_id, "after", title, message from builds');
  db.exec('begin');
  for (const { id = 0, repo_id = 0, after, title, message } of builds.all()) {
    const texts = { after: String(after), title: String(title), message: String(message) };
    for (const word of buildWords(texts)) insert.run(repo_id, word, id);
  }
  db.exec('commit');
}

/**
 * Adds builds to a repository with one build.
 * @param failing SQL condition on `n` for builds with failed stages and steps; without it, builds have none
 */
export async function giveManyBuilds(
  millrace: Millrace,
  slug: string,
  count: number,
  failing?: string,
) {
  await millrace.end();
  const db = new DatabaseSync(join(millrace.dataDir, 'millrace.db'));
  const columns = columnsOf(db, 'builds', /^(id|delivery)$/);
  const values = failing
    ? {
        number: 'n',
        created: differences.created,
        status: `case when ${failing} then 'failure' else 'success' end`,
      }
    : differences;
  db.exec(`
    with recursive numbers(n) as (select 2 union all select n + 1 from numbers where n < ${count})
    insert into builds (${columns.join()})
    select ${columns.map((name) => new Map(Object.entries(values)).get(name) ?? name).join()} from builds, numbers
    where number = 1 and repo_id = (select id from repos where slug = '${slug}') order by n;
    update repos set counter = ${count} where slug = '${slug}';
  `);
  if (failing) addSteps(db);
  addWords(db);
  db.close();
  await millrace.start();
}
