import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serverOfFile } from '../testing/server-of-file.ts';
import { copiedTables, skippedTables } from './db/copied-tables.ts';
import type { TableName } from './db/database.ts';
import { byPeople, type TableBound } from './db/table-bound.ts';

const src = import.meta.dirname;
const tables = [...copiedTables.map(({ table }) => table), ...skippedTables];

/** Tables that folders below the features write, with what limits their rows. */
const ownersBelow: Readonly<Record<string, Partial<Record<TableName, TableBound>>>> = {
  accounts: {
    users: byPeople,
    organizations: byPeople,
    organization_members: 'account',
    sessions: { reason: 'Deleted at the first sign-in after their end' },
    sign_in_attempts: { reason: 'rate-limiter-flexible deletes expired ones' },
  },
  audit: { audit_events: 'MILLRACE_AUDIT_DAYS' },
  repositories: { repos: byPeople, repo_permissions: 'repository' },
  builds: {
    builds: 'MILLRACE_BUILD_DAYS',
    build_attempts: 'build',
    build_words: 'build',
    build_configs: 'build',
    build_changes: { reason: 'The newest changes' },
    latest_builds: 'MILLRACE_BRANCH_DAYS',
    outbox_cursors: { reason: 'One row for each listener' },
    stages: 'build',
    steps: 'build',
  },
  forges: { forge_identities: 'account', repo_hooks: 'repository' },
  cluster: {
    servers: { reason: 'Deleted when a server has not been seen for a while' },
    leases: { reason: 'One row for each kind of work, and for each account during a sync' },
  },
  jobs: { jobs: { reason: 'Deleted when they are done; failed ones after 14 days' } },
  db: { sealed_values: { reason: 'One row for each name in the code' } },
};
/** Single values by name, each of one folder. */
const shared: readonly TableName[] = ['server_state'];

/** Any feature may read these: they are below the features. */
const readByAll = new Set([
  'users',
  'organizations',
  'repos',
  'repo_permissions',
  'builds',
  'stages',
  'steps',
]);

/** Other readers and writers. */
const exceptions = new Set([
  'audit_events features/audit',
  'server_state cluster',
  'server_state features/causes',
  // A backup contains the objects of the first two, and a restore forgets caches without an object.
  'log_objects backup',
  'artifacts backup',
  'caches backup',
  'cache_objects backup',
]);

interface Use {
  table: string;
  folder: string;
  isWrite: boolean;
}

const server = await serverOfFile();
const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts'], {
  cwd: src,
  encoding: 'utf8',
});
const isOmitted = /\.test\.ts$|^db\/(migrations\/|copy|copied-|tables)/;
const files = listed.split('\n').filter((file) => file && !isOmitted.test(file));
const uses = files.flatMap((file) => findUses(file, readFileSync(join(src, file), 'utf8')));

function findUses(file: string, text: string): Use[] {
  const [top = '', feature] = file.split('/');
  const folder = top === 'features' ? `${top}/${feature}` : top;
  return tables.flatMap((table) => {
    const writes = new RegExp(
      `(insertInto|updateTable|deleteFrom)\\(\\s*'${table}'|\\b(update|into)\\s+${table}\\b`,
    );
    const reads = new RegExp(
      `(selectFrom|[jJ]oin)\\(\\s*'${table}\\b|\\b(from|join)\\s+${table}\\b`,
    );
    const found: Use[] = [];
    if (writes.test(text)) found.push({ table, folder, isWrite: true });
    if (reads.test(text)) found.push({ table, folder, isWrite: false });
    return found;
  });
}

function listOwned(): [folder: string, table: string, bound: TableBound][] {
  return [...Object.entries(ownersBelow), ...server.features.owns].flatMap(([folder, bounds]) =>
    Object.entries(bounds).map(([table, bound]) => [folder, table, bound] as const),
  );
}

function listOwners(): Map<string, string> {
  const owned = listOwned().map(([folder, table]) => [table, folder] as const);
  expect(new Set(owned.map(([table]) => table)).size).toBe(owned.length);
  return new Map(owned);
}

it('assigns every table to one owner', () => {
  const owners = listOwners();
  expect(tables.filter((table) => !owners.has(table))).toEqual(shared);
});

it('finds each table in the folder of its owner only', () => {
  const owners = listOwners();
  const foreign = uses.filter(
    ({ table, folder, isWrite }) =>
      owners.get(table) !== folder &&
      (isWrite || !readByAll.has(table)) &&
      !exceptions.has(`${table} ${folder}`),
  );
  expect(foreign).toEqual([]);
  const used = new Set(uses.map(({ table, folder }) => `${table} ${folder}`));
  expect([...exceptions].filter((exception) => !used.has(exception))).toEqual([]);
});

it('finds each table that a folder owns in it', () => {
  const used = new Set(uses.map(({ table, folder }) => `${table} ${folder}`));
  // rate-limiter-flexible writes it.
  const viaLibrary = 'sign_in_attempts';
  const unused = [...listOwners()].filter(
    ([table, folder]) => !used.has(`${table} ${folder}`) && table !== viaLibrary,
  );
  expect(unused).toEqual([]);
});

describe('the bound of a table', () => {
  const schema = readFileSync(join(src, 'db/schema/sqlite.sql'), 'utf8');
  const owners = { build: 'builds', repository: 'repos', account: 'users' };

  /** Returns whether rows are deleted with what they belong to, directly or through other tables. */
  function isDeletedWith(table: string, owner: string): boolean {
    const [, columns = ''] = new RegExp(`CREATE TABLE ${table} \\(([^;]*)`).exec(schema) ?? [];
    const keys = [...columns.matchAll(/references (\w+) \(\w+\) on delete cascade/g)];
    return keys.some(([, parent = '']) => parent === owner || isDeletedWith(parent, owner));
  }

  it('is a foreign key, a setting or a reason', () => {
    const settings = new Set(server.core.config.variables.map(({ name }) => name));
    const wrong = listOwned().filter(([, table, bound]) => {
      if (typeof bound === 'object') return bound.reason === '';
      if (bound in owners) return !isDeletedWith(table, owners[bound as keyof typeof owners]);
      return !settings.has(bound);
    });
    expect(wrong).toEqual([]);
  });
});
