import type { AuditAction, AuditCredential } from '@millrace/contract/vocabulary';
import type { Clock } from '@millrace/node-kit/clock';
import { shortenText } from '@millrace/node-kit/truncate-text';
import type { Db } from '../db/database.ts';
import { type RecordedChange, runRecorded } from '../db/recorded-change.ts';

/** A value that may be recorded. Longer texts are cut. */
export type AuditValue = string | number | boolean | null;

export interface AuditEntry {
  action: AuditAction;
  /** Null for a rejected sign-in and for the command line. */
  actor: { id: number; login: string } | null;
  credential: AuditCredential;
  /** Name of the access token. */
  token?: string | undefined;
  /** IP address of the caller. */
  address: string;
  repo?: { id: number; slug: string } | undefined;
  /** Path of the changed object below its repository or namespace. */
  target: string;
  details: Record<string, AuditValue>;
}

const maxTextLength = 500;
/** Expired events are deleted in transactions of this size. */
const expiryBatch = 1000;

/** Writes the audit log. Its entries are never changed. */
export class AuditLog {
  private readonly db: Db;
  private readonly clock: Pick<Clock, 'nowMs'>;

  constructor(db: Db, clock: Pick<Clock, 'nowMs'>) {
    this.db = db;
    this.clock = clock;
  }

  /**
   * Runs a change, and stores its entry in the first transaction that the change commits. Nothing is stored
   * if the change fails before.
   */
  async record<Result>(entry: AuditEntry, change: () => Promise<Result> | Result): Promise<Result> {
    const recorded: RecordedChange = {
      store: (trx) =>
        this.insert(trx, {
          ...entry,
          action: recorded.action ?? entry.action,
          details: { ...entry.details, ...recorded.facts },
        }),
      isStored: false,
      facts: {},
    };
    const result = await runRecorded(recorded, async () => change());
    if (!recorded.isStored) await this.add(entry);
    return result;
  }

  /** Stores an entry of an event that changes nothing in the database. */
  async add(entry: AuditEntry): Promise<void> {
    await this.insert(this.db, entry);
  }

  /** Deletes a batch of entries older than this time in milliseconds. Returns false if none is left. */
  async deleteBefore(time: number): Promise<boolean> {
    const oldest = this.db
      .selectFrom('audit_events')
      .select('id')
      .where('time', '<', time)
      .orderBy('time')
      .limit(expiryBatch);
    const { numDeletedRows } = await this.db
      .deleteFrom('audit_events')
      .where('id', 'in', oldest)
      .executeTakeFirst();
    return numDeletedRows === BigInt(expiryBatch);
  }

  private async insert(db: Db, entry: AuditEntry): Promise<void> {
    const { action, actor, credential, token = '', address, repo, target } = entry;
    await db
      .insertInto('audit_events')
      .values({
        time: this.clock.nowMs(),
        action,
        actor_id: actor?.id ?? null,
        actor: actor?.login ?? '',
        credential,
        token,
        address,
        repo_id: repo?.id ?? null,
        repo: repo?.slug ?? '',
        target: shortenText(target, maxTextLength),
        details: JSON.stringify(entry.details, (_, value: unknown) =>
          typeof value === 'string' ? shortenText(value, maxTextLength) : value,
        ),
      })
      .execute();
  }
}
