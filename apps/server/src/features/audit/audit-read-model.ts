import type { AuditEvent } from '@millrace/contract/api';
import { parseJson } from '@millrace/node-kit/parse-json';
import { sql } from 'kysely';
import { z } from 'zod/mini';
import { contains } from '../../db/contains.ts';
import type { Db } from '../../db/database.ts';

/** Events to list. Absent fields do not restrict the list. */
export interface AuditFilter {
  repoId?: number | undefined;
  /** Part of the slug. */
  repo?: string | undefined;
  /** Part of the login. */
  actor?: string | undefined;
  /** An action, or its first word. */
  action?: string | undefined;
  /** Unix seconds. */
  from?: number | undefined;
  /** Unix seconds, exclusive. */
  to?: number | undefined;
}

const details = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
const exportBatch = 1000;

interface Page {
  before?: number | undefined;
  limit: number;
}

/** Reads recorded changes, newest first. */
export class AuditReadModel {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** Lists events whose id is less than `before`. */
  async list(filter: AuditFilter, page: Page): Promise<AuditEvent[]> {
    return (await this.mayMatch(filter)) ? this.readPage(filter, page) : [];
  }

  private async readPage(filter: AuditFilter, { before, limit }: Page): Promise<AuditEvent[]> {
    const { repoId, repo, actor, action, from, to } = filter;
    let query = this.db.selectFrom('audit_events').selectAll().orderBy('id', 'desc').limit(limit);
    if (before !== undefined) query = query.where('id', '<', before);
    if (repoId !== undefined) query = query.where('repo_id', '=', repoId);
    if (repo) query = query.where(contains('repo', repo));
    if (actor) query = query.where(contains('actor', actor));
    if (action) query = query.where(matchesAction(action));
    if (from !== undefined) query = query.where('time', '>=', from * 1000);
    if (to !== undefined) query = query.where('time', '<', to * 1000);
    const rows = await query.execute();
    return rows.map(({ actor_id: _actor, repo_id: _repo, ...row }) => ({
      ...row,
      details: parseJson(details, row.details) ?? {},
    }));
  }

  /** Returns false if no login or slug contains the text of the filter. Otherwise all events would be read to find none. */
  private async mayMatch({ actor, repo }: AuditFilter): Promise<boolean> {
    if (actor && !(await this.hasName('actor', actor))) return false;
    return !repo || this.hasName('repo', repo);
  }

  /** Asks the index for the next name after each one, because neither database skips equal names by itself. */
  private async hasName(column: 'actor' | 'repo', text: string): Promise<boolean> {
    const name = sql.ref(column);
    const { rows } = await sql`
      with recursive names (name) as (
        select min(${name}) from audit_events
        union all
        select (select min(${name}) from audit_events where ${name} > names.name) from names
        where names.name is not null
      )
      select 1 from names where ${contains('name', text)} limit 1`.execute(this.db);
    return rows.length > 0;
  }

  /** Reads all events, in batches. */
  async *readAll(filter: AuditFilter): AsyncGenerator<AuditEvent[]> {
    if (!(await this.mayMatch(filter))) return;
    let before: number | undefined;
    for (;;) {
      const events = await this.readPage(filter, { before, limit: exportBatch });
      if (events.length > 0) yield events;
      if (events.length < exportBatch) return;
      before = events.at(-1)?.id;
    }
  }
}

function matchesAction(action: string) {
  if (action.includes('.')) return sql<boolean>`action = ${action}`;
  // `/` follows `.`, so that the range contains every action that begins with the word and a dot.
  return sql<boolean>`action >= ${`${action}.`} and action < ${`${action}/`}`;
}
