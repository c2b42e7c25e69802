import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { serverOfFile } from '../testing/server-of-file.ts';
import { copiedTables, skippedTables } from './db/copied-tables.ts';

const src = import.meta.dirname;
const tables = [...copiedTables.map(({ table }) => table), ...skippedTables];

/** Folders below the features that write tables. */
const ownersBelow: Readonly<Record<string, readonly string[]>> = {
  accounts: ['users', 'sessions', 'sign_in_attempts'],
  audit: ['audit_events'],
  repositories: ['repos', 'repo_permissions'],
  builds: [
    'builds',
    'build_attempts',
    'build_words',
    'build_configs',
    'build_changes',
    'latest_builds',
    'outbox_cursors',
    'stages',
    'steps',
  ],
  forges: ['forge_identities', 'repo_hooks'],
  cluster: ['servers', 'leases'],
  jobs: ['jobs'],
  db: ['sealed_values'],
};

/** Any feature may read these: they are below the features. */
const readByAll = new Set(['users', 'repos', 'repo_permissions', 'builds', 'stages', 'steps']);

/** Other readers and writers. */
const exceptions = new Set([
  'audit_events features/audit',
  // Single values by name, each of one folder.
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

function listOwners(): Map<string, string> {
  const owned = [...Object.entries(ownersBelow), ...server.features.owns].flatMap(
    ([folder, names]) => names.map((table) => [table, folder] as const),
  );
  expect(new Set(owned.map(([table]) => table)).size).toBe(owned.length);
  return new Map(owned);
}

it('assigns every table to one owner', () => {
  const owners = listOwners();
  const shared = ['server_state'];
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
