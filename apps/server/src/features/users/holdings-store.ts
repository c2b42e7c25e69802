import type { Holdings } from '@millrace/contract/api';
import { sql } from 'kysely';
import { BuildStore } from '../../builds/build-store.ts';
import type { Db } from '../../db/database.ts';
import type { Repo } from '../../domain/repo.ts';
import type { User } from '../../domain/user.ts';

const allPermissions = { read: 1, write: 1, admin: 1 };

type RepoName = Pick<Repo, 'id' | 'name' | 'ownerId'>;

/** Repositories, secrets and templates in one namespace. */
export class HoldingsStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  async list(namespace: string): Promise<Holdings> {
    const names = (table: 'repos' | 'secrets' | 'templates') =>
      this.db
        .selectFrom(table)
        .select('name')
        .where('namespace', '=', namespace)
        .orderBy('name')
        .execute();
    const inRepos = (table: 'crons' | 'builds') =>
      this.db
        .selectFrom(table)
        .innerJoin('repos', 'repos.id', `${table}.repo_id`)
        .where('repos.namespace', '=', namespace);
    const crons = await inRepos('crons')
      .select(['repos.name as repo', 'crons.name'])
      .orderBy('repos.name')
      .orderBy('crons.name')
      .execute();
    const { builds } = await inRepos('builds')
      .select((expression) => expression.fn.countAll<number>().as('builds'))
      .executeTakeFirstOrThrow();
    return {
      repos: (await names('repos')).map(({ name }) => name),
      builds,
      crons: crons.map(({ repo, name }) => `${repo}: ${name}`),
      secrets: (await names('secrets')).map(({ name }) => name),
      templates: (await names('templates')).map(({ name }) => name),
    };
  }

  async listRepos(namespace: string): Promise<RepoName[]> {
    return this.db
      .selectFrom('repos')
      .select(['id', 'name', 'user_id as ownerId'])
      .where('namespace', '=', namespace)
      .execute();
  }

  async listUnfinishedBuilds(namespace: string): Promise<number[]> {
    const rows = await this.db
      .selectFrom('builds')
      .innerJoin('repos', 'repos.id', 'builds.repo_id')
      .select('builds.id')
      .where('repos.namespace', '=', namespace)
      .where('builds.status', 'in', ['pending', 'running', 'blocked'])
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Deletes all of it, and says that the folders have to follow. */
  async delete(namespace: string): Promise<void> {
    const repos = await this.listRepos(namespace);
    await new BuildStore(this.db).lockUnfinished(repos.map(({ id }) => id));
    for (const table of ['repos', 'secrets', 'templates'] as const) {
      await this.db.deleteFrom(table).where('namespace', '=', namespace).execute();
    }
    await this.addMove(namespace, null);
  }

  /** Puts all of it into the successor's namespace, and says that the folders have to follow. */
  async give(owner: User, successor: User, nowSec: number): Promise<void> {
    const namespace = successor.login;
    const repos = await this.listRepos(owner.login);
    for (const { id, name, ownerId } of repos) {
      await this.db
        .updateTable('repos')
        .set({ namespace, slug: `${namespace}/${name}`, updated: nowSec })
        .set({ version: sql`version + 1`, user_id: ownerId === owner.id ? successor.id : ownerId })
        .where('id', '=', id)
        .execute();
      await this.db
        .insertInto('repo_permissions')
        .values({ user_id: successor.id, repo_id: id, ...allPermissions })
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'repo_id']).doUpdateSet(allPermissions),
        )
        .execute();
    }
    for (const table of ['secrets', 'templates'] as const) {
      await this.db
        .updateTable(table)
        .set({ namespace })
        .where('namespace', '=', owner.login)
        .execute();
    }
    await this.addMove(owner.login, namespace);
  }

  /** Namespaces whose folders are not yet where they belong; no successor where they go. */
  listMoves(): Promise<{ namespace: string; successor: string | null }[]> {
    return this.db.selectFrom('namespace_moves').selectAll().execute();
  }

  async endMove(namespace: string): Promise<void> {
    await this.db.deleteFrom('namespace_moves').where('namespace', '=', namespace).execute();
  }

  private async addMove(namespace: string, successor: string | null): Promise<void> {
    await this.db.insertInto('namespace_moves').values({ namespace, successor }).execute();
  }
}
