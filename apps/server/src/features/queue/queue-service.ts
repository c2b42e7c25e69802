import type { StageFilter } from '@millrace/contract/runner';
import type { Database } from '../../db/database.ts';
import type { StageRow } from '../../db/tables.ts';
import { nextInQueue } from '../../domain/queue.ts';
import type { Events } from '../../shared/events.ts';

const pausedState = 'queue-paused';

interface Parts {
  db: Database;
  events: Events;
  listOpenStages: () => Promise<StageRow[]>;
}

/** Which stage a runner gets next, and whether stages are handed out at all. */
export class QueueService {
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  async findNext(filter: StageFilter): Promise<StageRow | undefined> {
    if (await this.isPaused()) return undefined;
    const open = await this.parts.listOpenStages();
    const next = nextInQueue(
      open.map((row) => ({ ...row, repoId: row.repo_id })),
      filter,
    );
    return open.find((row) => row.id === next?.id);
  }

  async isPaused(): Promise<boolean> {
    const row = await this.parts.db
      .selectFrom('server_state')
      .select('value')
      .where('name', '=', pausedState)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** No more stages are handed out; it stays so over a restart of the server. */
  async pause(): Promise<void> {
    await this.parts.db
      .insertInto('server_state')
      .values({ name: pausedState, value: 'true' })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
  }

  async resume(): Promise<void> {
    await this.parts.db.deleteFrom('server_state').where('name', '=', pausedState).execute();
    this.parts.events.emit('stageQueued');
  }
}
