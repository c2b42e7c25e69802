import type { AttackedServer } from './attacked-server.ts';

type Database = Parameters<Parameters<AttackedServer['change']>[0]>[0];

const stepsOfBuild = 10;

/** Stores waiting builds: copies of the first one of a new server, of 10 steps each. */
export function addWaitingBuilds(server: AttackedServer, repoId: number, builds: number): void {
  server.change((db) => {
    for (const table of ['builds', 'stages', 'steps', 'build_configs']) copy(db, table, builds);
    db.exec(`update repos set counter = ${builds + 1} where id = ${repoId}`);
  });
}

/** Copies the first build, whose id, stage and step are the first ones of a new server. */
function copy(db: Database, table: string, builds: number): void {
  const names = db
    .prepare(`select name from pragma_table_info('${table}')`)
    .all()
    .map(({ name }) => String(name));
  const values: Record<string, Record<string, string>> = {
    builds: { id: 'id + i * 1000', number: 'number + i', status: `'pending'`, delivery: 'null' },
    build_configs: { build_id: 'build_id + i * 1000' },
    stages: {
      id: 'id + i * 1000',
      build_id: 'build_id + i * 1000',
      status: `'pending'`,
      machine: `''`,
      runner: `''`,
    },
    steps: {
      id: 'id + i * 1000 + j',
      stage_id: 'stage_id + i * 1000',
      number: 'number + j',
      status: `'pending'`,
    },
  };
  const selected = names.map((name) => values[table]?.[name] ?? name);
  const perBuild = table === 'steps' ? stepsOfBuild : 1;
  db.exec(
    `with recursive a(i) as (select 1 union all select i + 1 from a where i < ${builds}),
       b(j) as (select 0 union all select j + 1 from b where j < ${perBuild - 1})
     insert into ${table} (${names.join(', ')})
     select ${selected.join(', ')} from (select * from ${table} limit 1), a, b`,
  );
}
