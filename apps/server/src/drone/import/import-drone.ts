import { StartError } from '@millrace/node-kit/start-error';
import { clearFlags, setFlag } from '../../cluster/server-flags.ts';
import type { ObjectStoreSettings } from '../../config/object-store-settings.ts';
import type { Contributed, Imports } from '../../contributions.ts';
import type { Core } from '../../core.ts';
import { type DroneDatabase, type DroneDatabaseKind, openDroneDatabase } from './drone-database.ts';
import { DroneReader } from './drone-reader.ts';
import { DroneValues } from './drone-values.ts';
import { importAccounts } from './import-accounts.ts';
import { importBuilds } from './import-builds.ts';
import { importCrons, importSecrets, importTemplates } from './import-owned.ts';
import { ImportReport } from './import-report.ts';
import { importRepos } from './import-repos.ts';
import { linkAccounts } from './link-accounts.ts';
import { openLogSource } from './log-source.ts';
import { StepDataReader } from './step-data.ts';

export interface DroneSource {
  kind: DroneDatabaseKind;
  url: string;
  /** Value of `DRONE_DATABASE_SECRET`; undefined if the database is not encrypted. */
  secret: string | undefined;
  /** Storage of the logs outside of the database; null for none. */
  logs: ObjectStoreSettings | null;
  /** Whether to take over the tokens for the forge. Refreshing them makes those of Drone invalid. */
  takesTokens: boolean;
}

export interface DroneImport extends DroneSource {
  /** Whether the server works at once, instead of waiting until a person resumes its work. */
  resumes: boolean;
  /** Whether accounts that exist here are those of Drone with the same login, whatever the forge says. */
  trustsLogins: boolean;
}

interface Target {
  core: Core;
  contributed: Pick<Contributed, 'imports'>;
  onProgress: (progress: { table: string; copied: number; total: number; isDone: boolean }) => void;
}

const tables = [
  'users',
  'repos',
  'perms',
  'builds',
  'stages',
  'steps',
  'logs',
  'cards',
  'secrets',
  'orgsecrets',
  'templates',
  'cron',
];

/** Checks the database of Drone and its key. Returns the number of rows of each table, as lines. */
export function checkDrone(source: DroneSource): Promise<string[]> {
  return withDrone(source, async (reader) => {
    const counts: string[] = [];
    for (const table of tables) counts.push(`${table}: ${await reader.count(table)} rows`);
    return counts;
  });
}

/**
 * Adds everything from a Drone server that is not here yet. Can be interrupted and repeated.
 * @throws StartError if the database cannot be read, or the key does not decrypt it
 */
export function importDrone(
  source: DroneImport,
  { core, contributed, onProgress }: Target,
): Promise<ImportReport> {
  const { remote } = core;
  if (!remote) {
    throw new StartError(
      'Set MILLRACE_FORGE and its other variables to the forge that Drone uses: repositories stay there.',
    );
  }
  return withDrone(source, async (reader, values) => {
    // Before anything that could work: also a part must wait, after an interruption.
    await setFlag(core.db, 'work-held');
    const report = new ImportReport();
    const { trustsLogins } = source;
    const imports: Partial<Imports> = Object.assign({}, ...contributed.imports);
    const deps = { core, imports, reader, values, report, trustsLogins };
    const accounts = await importAccounts(deps);
    const repos = await importRepos({ ...deps, forge: remote.forge.kind }, accounts);
    await importSecrets(deps, repos);
    await importTemplates(deps);
    await importCrons(deps, repos);
    const logs = source.logs && openLogSource(source.logs);
    const total = await reader.count('builds');
    try {
      const stepData = new StepDataReader(reader, logs, report);
      const tell = (copied: number, isDone: boolean) =>
        onProgress({ table: 'builds', copied, total, isDone });
      await importBuilds({ ...deps, stepData, onProgress: tell }, repos);
    } finally {
      logs?.close();
    }
    if (source.takesTokens) await linkAccounts(remote, core.userStore, accounts.values(), report);
    if (source.resumes) await clearFlags(core.db, 'work-held');
    return report;
  });
}

async function withDrone<Result>(
  { kind, url, secret }: DroneSource,
  use: (reader: DroneReader, values: DroneValues) => Promise<Result>,
): Promise<Result> {
  const database: DroneDatabase = await openDroneDatabase(kind, url);
  try {
    const reader = new DroneReader(database);
    const values = new DroneValues(secret);
    await values.requireKey(reader);
    return await use(reader, values);
  } finally {
    await database.close();
  }
}
