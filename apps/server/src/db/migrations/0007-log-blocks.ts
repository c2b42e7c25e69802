import { zstdCompressSync } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from '../dialect.ts';
import { run } from './run.ts';

interface OldBatch {
  row: number;
  step_id: number;
  first_pos: number;
  last_pos: number;
  lines: string;
}
interface OldLine {
  pos: number;
  out: string;
  time: number;
}

/** Log lines in compressed blocks, indexed by their last line. Existing batches become blocks. */
export const logBlocks: Migration = {
  async up(db: Kysely<unknown>) {
    // No released server wrote batches into Postgres, which runs all migrations in one transaction.
    if (isPostgres(db)) return run(db, [createTable, dropBatches]);
    await db.transaction().execute(async (trx) => {
      await run(trx, [createTable]);
      for (let batch = await readNext(trx, 0); batch; batch = await readNext(trx, batch.row)) {
        await writeBlock(trx, batch);
      }
      await run(trx, [dropBatches]);
    });
  },
};

const createTable = `create table log_blocks (
  step_id integer not null references steps (id) on delete cascade,
  first_pos integer not null,
  last_pos integer not null,
  bytes integer not null,
  lines blob not null,
  primary key (step_id, last_pos)
)`;
const dropBatches = 'drop table log_batches';

async function readNext(db: Kysely<unknown>, row: number): Promise<OldBatch | undefined> {
  const { rows } = await sql<OldBatch>`
    select rowid as row, step_id, first_pos, last_pos, lines from log_batches
    where rowid > ${row} order by rowid limit 1`.execute(db);
  return rows[0];
}

async function writeBlock(db: Kysely<unknown>, batch: OldBatch): Promise<void> {
  const old: OldLine[] = JSON.parse(`[${batch.lines}]`);
  const text = old.map(({ pos, out, time }) => `${JSON.stringify({ pos, out, time })}\n`).join('');
  const bytes = Buffer.byteLength(text);
  await sql`
    insert into log_blocks (step_id, first_pos, last_pos, bytes, lines)
    values (${batch.step_id}, ${batch.first_pos}, ${batch.last_pos}, ${bytes},
      ${zstdCompressSync(text)})`.execute(db);
}
