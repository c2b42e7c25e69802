import type { Imports } from '../../contributions.ts';
import type { Core } from '../../core.ts';
import type { Owner } from '../../db/owner.ts';
import type { Cron } from '../../domain/cron.ts';
import { nextTime } from '../../domain/cron-expression.ts';
import type { Repo } from '../../domain/repo.ts';
import { toNamespace } from '../../forges/gitlab/full-path.ts';
import type { DroneReader } from './drone-reader.ts';
import { type CronRow, cronRow, type SecretRow, secretRow, templateRow } from './drone-rows.ts';
import type { DroneValues } from './drone-values.ts';
import type { ImportReport } from './import-report.ts';

interface Deps {
  core: Pick<Core, 'clock'>;
  imports: Partial<Imports>;
  reader: DroneReader;
  values: DroneValues;
  report: ImportReport;
}

type Repos = ReadonlyMap<number, Repo>;
const lostRepo = 'its repository was left out';

/** Imports secrets of repositories and organizations. */
export async function importSecrets(deps: Deps, repos: Repos): Promise<void> {
  const { reader, report } = deps;
  for await (const rows of reader.readAll('secrets', 'secret_id', secretRow)) {
    for (const row of rows) {
      const repo = repos.get(row.secret_repo_id);
      if (repo) {
        await importSecret(
          deps,
          'secrets',
          { repoId: repo.id },
          `${repo.slug} ${row.secret_name}`,
          row,
        );
      } else report.leaveOut('secrets', row.secret_name, lostRepo);
    }
  }
  for await (const rows of reader.readAll('orgsecrets', 'secret_id', secretRow)) {
    for (const row of rows) {
      const namespace = toNamespace(row.secret_namespace);
      const name = `${namespace} ${row.secret_name}`;
      await importSecret(deps, 'organization secrets', { namespace }, name, row);
    }
  }
}

async function importSecret(
  { imports, values, report }: Deps,
  what: string,
  owner: Owner,
  shown: string,
  row: SecretRow,
): Promise<void> {
  const data = values.read(row.secret_data);
  if (data === undefined) {
    report.leaveOut(what, shown, 'it is encrypted with another key');
    return;
  }
  const isAdded = await imports.secret?.(owner, {
    name: row.secret_name,
    data,
    pull_request: row.secret_pull_request,
    pull_request_push: row.secret_pull_request_push,
  });
  if (isAdded !== undefined) report.count(what, isAdded);
}

/** Imports templates of organizations. */
export async function importTemplates({ imports, reader, report }: Deps): Promise<void> {
  for await (const rows of reader.readAll('templates', 'template_id', templateRow)) {
    for (const row of rows) {
      const isAdded = await imports.template?.({
        namespace: toNamespace(row.template_namespace),
        name: row.template_name,
        data: row.template_data,
        created: row.template_created,
        updated: row.template_updated,
      });
      if (isAdded !== undefined) report.count('templates', isAdded);
    }
  }
}

/** Imports cron jobs. A run that is due is skipped: the next one is in the future. */
export async function importCrons(
  { core, imports, reader, report }: Deps,
  repos: Repos,
): Promise<void> {
  const now = core.clock.nowSec();
  for await (const rows of reader.readAll('cron', 'cron_id', cronRow)) {
    for (const row of rows) {
      const repo = repos.get(row.cron_repo_id);
      const name = `${repo?.slug ?? ''} ${row.cron_name}`;
      const next = nextTime({ expr: row.cron_expr, timeZone: '' }, now);
      if (!repo) report.leaveOut('cron jobs', name, lostRepo);
      else if (next === null) {
        report.leaveOut('cron jobs', name, `the schedule ${row.cron_expr} is invalid`);
      } else {
        const isAdded = await imports.cron?.(toCron(row, repo.id, next, now));
        if (isAdded !== undefined) report.count('cron jobs', isAdded);
      }
    }
  }
}

function toCron(row: CronRow, repoId: number, next: number, now: number): Omit<Cron, 'id'> {
  const planned = row.cron_next > now ? row.cron_next : next;
  return {
    repoId,
    name: row.cron_name,
    expr: row.cron_expr,
    timeZone: '',
    error: '',
    next: row.cron_disabled ? 0 : planned,
    prev: row.cron_prev,
    branch: row.cron_branch,
    target: row.cron_target,
    reader: '',
    disabled: row.cron_disabled,
    created: row.cron_created,
    updated: row.cron_updated,
    version: 1,
  };
}
