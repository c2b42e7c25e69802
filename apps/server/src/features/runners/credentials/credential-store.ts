import { type SqlBool, sql } from 'kysely';
import { z } from 'zod/mini';
import { codec, flag, json, skipUnreadable } from '../../../db/codec.ts';
import type { Db } from '../../../db/database.ts';
import { type Owner, ownedBy, ownerFields } from '../../../db/owner.ts';
import type { RunnerCredentialRow } from '../../../db/tables.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { whileUnchanged } from '../../../db/unchanged.ts';
import { replacedName } from '../../../domain/person.ts';
import type { RunnerCredential } from './credential.ts';

const credentialCodec = codec<RunnerCredentialRow, RunnerCredential>({
  id: 'id',
  name: 'name',
  repoId: 'repo_id',
  namespace: 'namespace',
  isProtected: flag('protected'),
  labels: json('labels', z.nullable(z.record(z.string(), z.string()))),
  createdBy: 'created_by',
  created: 'created',
  tokenHash: 'token_hash',
  tokenExpires: 'token_expires',
  hash: 'hash',
  registered: 'registered',
  lastUsed: 'last_used',
  revoked: 'revoked',
});

/** Must match the condition of the partial index literally: the planner does not use it for bound values. */
const isValid = sql<SqlBool>`revoked = 0`;

const slug = sql<
  string | null
>`(select slug from repos where repos.id = runner_credentials.repo_id)`;

type NewCredential = Pick<
  RunnerCredential,
  'name' | 'isProtected' | 'labels' | 'createdBy' | 'created' | 'tokenExpires'
> & { tokenHash: string };

/** A credential with the slug of the repository that owns it. */
export type ListedCredential = RunnerCredential & { slug: string | null };

/** Credentials of runners: those that wait for their registration, those in use, and revoked ones. */
export class CredentialStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** Lists the runners of an owner that are not revoked; for the server, those of every owner. */
  async list(owner: Owner): Promise<ListedCredential[]> {
    let found = this.valid().selectAll().select(slug.as('slug')).orderBy('name');
    if (owner !== 'server') found = found.where(ownedBy(owner));
    const rows = await found.execute();
    return rows.flatMap((row) =>
      skipUnreadable(() => ({ ...credentialCodec.read(row), slug: row.slug })),
    );
  }

  /** Lists all that are in use. */
  async listInUse(): Promise<RunnerCredential[]> {
    const rows = await this.valid().selectAll().where('hash', 'is not', null).execute();
    return credentialCodec.readAll(rows);
  }

  async count(owner: Owner): Promise<number> {
    const { count } = await this.valid()
      .select((rows) => rows.fn.countAll<number>().as('count'))
      .where(ownedBy(owner))
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Finds a credential by its hash, also a revoked one. */
  async findByHash(hash: string): Promise<RunnerCredential | undefined> {
    return whileUnchanged(this.db, `runner credential ${hash}`, async () => {
      const found = this.db.selectFrom('runner_credentials').selectAll().where('hash', '=', hash);
      const row = await found.executeTakeFirst();
      return row && credentialCodec.read(row);
    });
  }

  /** Returns undefined if another runner has the name. */
  async insert(owner: Owner, added: NewCredential): Promise<RunnerCredential | undefined> {
    const unused = { hash: null, registered: 0, lastUsed: 0, revoked: 0 };
    const row = await inTransaction(this.db, (trx) =>
      trx
        .insertInto('runner_credentials')
        .values(credentialCodec.writeNew({ ...added, ...unused, ...ownerFields(owner) }))
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst(),
    );
    return row && credentialCodec.read(row);
  }

  /** Returns whether a runner waits for its registration with this token, or has let it expire. */
  async hasToken(tokenHash: string): Promise<boolean> {
    const found = this.valid().select('id').where('token_hash', '=', tokenHash);
    return (await found.executeTakeFirst()) !== undefined;
  }

  /** Replaces a valid one-time token by a credential. Returns undefined if the token is not valid, or was used. */
  async register(
    tokenHash: string,
    { hash, now }: { hash: string; now: number },
  ): Promise<RunnerCredential | undefined> {
    const row = await this.db
      .updateTable('runner_credentials')
      .set({ hash, token_hash: null, registered: now, last_used: now })
      .where('token_hash', '=', tokenHash)
      .where('token_expires', '>', now)
      .where('revoked', '=', 0)
      .returningAll()
      .executeTakeFirst();
    return row && credentialCodec.read(row);
  }

  /** Returns the name of the revoked runner; undefined if the owner has no such runner. The server revokes any. */
  async revoke(owner: Owner, id: number, now: number): Promise<string | undefined> {
    let revoked = this.db
      .updateTable('runner_credentials')
      .set({ revoked: now, token_hash: null })
      .where('id', '=', id)
      .where('revoked', '=', 0)
      .returning('name');
    if (owner !== 'server') revoked = revoked.where(ownedBy(owner));
    return (await revoked.executeTakeFirst())?.name;
  }

  /** Moves the runners of a namespace. They keep their names. */
  async moveNamespace(from: string, to: string): Promise<void> {
    await this.db
      .updateTable('runner_credentials')
      .set({ namespace: to })
      .where('namespace', '=', from)
      .execute();
  }

  async deleteNamespace(namespace: string): Promise<void> {
    await this.db.deleteFrom('runner_credentials').where('namespace', '=', namespace).execute();
  }

  /** Replaces the login of a person whose account was deleted. */
  async replaceLogin(login: string): Promise<void> {
    await this.db
      .updateTable('runner_credentials')
      .set({ created_by: replacedName })
      .where('created_by', '=', login)
      .execute();
  }

  /** Records that runners call, unless that was recorded after the time `since`. */
  async setLastUsed(ids: readonly number[], now: number, since: number): Promise<void> {
    if (ids.length === 0) return;
    await this.db
      .updateTable('runner_credentials')
      .set({ last_used: now })
      .where('id', 'in', ids)
      .where('last_used', '<', since)
      .execute();
  }

  /** Deletes runners that were revoked, or whose token has expired without a registration, before this time. */
  async deleteEnded(before: number): Promise<void> {
    await this.db
      .deleteFrom('runner_credentials')
      .where((row) =>
        row.or([
          row.and([row('revoked', '>', 0), row('revoked', '<', before)]),
          row.and([row('hash', 'is', null), row('token_expires', '<', before)]),
        ]),
      )
      .execute();
  }

  private valid() {
    return this.db.selectFrom('runner_credentials').where(isValid);
  }
}
