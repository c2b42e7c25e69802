import { cronTrigger } from '@millrace/build-host/builds/build-input';
import type { Build } from '@millrace/build-rules';
import type { CronChange, NewCron } from '@millrace/contract/api';
import { AppError, badRequest, notFound } from '@millrace/contract/api-errors';
import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import { branchRef } from '@millrace/pipeline/git-ref';
import type { UserService } from '../../accounts/user-service.ts';
import type { BuildRequest } from '../../builds/build-request.ts';
import type { Contributed } from '../../contributions.ts';
import type { Database, Db } from '../../db/database.ts';
import { acquireLock } from '../../db/locks.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Cron } from '../../domain/cron.ts';
import {
  isTimeZone,
  isTooFrequent,
  nextTime,
  type Schedule,
  zoneOf,
} from '../../domain/cron-expression.ts';
import { type Asker, parseReader, readerOf, rightsOf } from '../../domain/reader.ts';
import type { Repo } from '../../domain/repo.ts';
import { slugify } from '../../domain/slugify.ts';
import type { Forge } from '../../forges/forge.ts';
import type { RepoAccessStore } from '../../repositories/repo-access-store.ts';
import type { RepoStore } from '../../repositories/repo-store.ts';
import { askAll } from '../../shared/ask.ts';
import type { Bus } from '../../shared/bus.ts';
import type { BuildsPort } from '../builds/port.ts';
import type { CronRun } from './cron-scheduler.ts';
import { CronStore } from './cron-store.ts';

const previewedTimes = 3;
/** Of the stored name. `slugify` may replace one character with several. */
const maxNameLength = 100;
/** Maximum number of cron jobs of a repository. An import may add more. */
const maxCrons = 100;

interface Deps {
  db: Database;
  crons: CronStore;
  clock: Clock;
  bus: Bus;
  repos: Pick<RepoStore, 'findById'>;
  forge: Pick<Forge, 'findCommit'>;
  users: Pick<UserService, 'findById'>;
  repoAccess: Pick<RepoAccessStore, 'accessTo'>;
  logger: Logger;
  buildsPort: Pick<BuildsPort, 'startCronBuild'>;
  contributed: Pick<Contributed, 'onCronFailed' | 'refuseChanges'>;
}

/** Creates, changes and runs cron jobs. */
export class CronService {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  list(repo: Repo): Promise<Cron[]> {
    return this.deps.crons.list(repo.id);
  }

  async require(repo: Repo, name: string): Promise<Cron> {
    const row = await this.deps.crons.find(repo.id, name);
    if (!row) throw notFound();
    return row;
  }

  async create(repo: Repo, input: NewCron, person: Asker): Promise<Cron> {
    const name = slugify(input.name);
    if (name.length > maxNameLength) {
      throw badRequest(`Invalid Cronjob Name: at most ${maxNameLength} characters`);
    }
    const now = this.deps.clock.nowSec();
    const schedule = { expr: (input.expr ?? '').trim(), timeZone: input.time_zone ?? '' };
    const next = requireNext(schedule, now);
    requireInterval(schedule, now);
    await this.requireBranch(repo, input.branch);
    const row = await this.insert({
      repoId: repo.id,
      name,
      ...schedule,
      next: input.disabled ? 0 : next,
      prev: 0,
      branch: input.branch,
      target: input.target ?? '',
      disabled: input.disabled ?? false,
      reader: readerOf(person),
      error: '',
      created: now,
      updated: now,
      version: 1,
    });
    if (!row) throw badRequest(`A cron job named ${name} already exists`, 'already_exists');
    this.deps.bus.publish('cronsChanged', {});
    return row;
  }

  /** Changes the given fields. The name cannot change. */
  async update(repo: Repo, name: string, input: CronChange, person: Asker): Promise<Cron> {
    const { crons, clock, bus } = this.deps;
    const row = await this.require(repo, name);
    const now = clock.nowSec();
    const expr = input.expr === undefined ? row.expr : input.expr.trim();
    const timeZone = input.time_zone ?? row.timeZone;
    const schedule = { expr, timeZone };
    const disabled = input.disabled ?? row.disabled;
    const isOtherTime = expr !== row.expr || timeZone !== row.timeZone;
    if (isOtherTime) {
      requireNext(schedule, now);
      requireInterval(schedule, now);
    }
    const isRescheduled = isOtherTime || disabled !== row.disabled;
    const isMoved = input.branch !== undefined && input.branch !== row.branch;
    if (isMoved) await this.requireBranch(repo, input.branch ?? row.branch);
    const updated = await crons.update(row.id, {
      ...(isRescheduled ? { ...schedule, disabled } : {}),
      ...(isRescheduled ? { next: disabled ? 0 : requireNext(schedule, now, row.prev) } : {}),
      ...(input.branch === undefined ? {} : { branch: input.branch }),
      ...(isMoved ? { error: '' } : {}),
      ...(input.target === undefined ? {} : { target: input.target }),
      reader: readerOf(person),
      updated: now,
    });
    if (!updated) throw notFound();
    bus.publish('cronsChanged', {});
    return updated;
  }

  async delete(repo: Repo, name: string): Promise<void> {
    await this.deps.crons.delete((await this.require(repo, name)).id);
  }

  /** Returns the time zone and the next times of a schedule. */
  preview(expr: string, timeZone: string): { time_zone: string; times: number[] } {
    const schedule = { expr: expr.trim(), timeZone };
    const times = [requireNext(schedule, this.deps.clock.nowSec())];
    while (times.length < previewedTimes) {
      const last = times.at(-1) ?? 0;
      const next = nextTime(schedule, last, last);
      if (!next) break;
      times.push(next);
    }
    return { time_zone: zoneOf(schedule), times };
  }

  /** Starts the build of a due run, if its repository is active. */
  async startRun(cron: Cron, finish: (trx: Db) => Promise<boolean>): Promise<void> {
    const { repos, buildsPort, contributed, crons, logger } = this.deps;
    const repo = await repos.findById(cron.repoId);
    if (!repo?.active) return;
    try {
      await askAll(contributed.refuseChanges);
      const isByAdmin = await this.requireReader(repo, cron);
      const reader = cron.reader || String(repo.ownerId);
      const by = { sender: cronTrigger, reader, isByAdmin };
      await buildsPort.startCronBuild(repo, cron, by, { claim: finish });
      await crons.setError(cron.id, '');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await crons.setError(cron.id, error.message);
      logger.warn({ err: error, repo: repo.slug, cron: cron.name }, 'A cron job started no build');
      throw error;
    }
  }

  /** Announces that a run started no build, and will not be retried. */
  async announceFailed({ cronId, due }: CronRun): Promise<void> {
    const { repos, contributed, crons } = this.deps;
    const cron = await crons.findById(cronId);
    const repo = cron?.error ? await repos.findById(cron.repoId) : undefined;
    if (cron && repo) await askAll(contributed.onCronFailed, repo, cron, due);
  }

  /** Returns undefined if the name is already used. */
  private insert(cron: Omit<Cron, 'id'>): Promise<Cron | undefined> {
    return inTransaction(this.deps.db, async (trx) => {
      await acquireLock(trx, 'crons', cron.repoId);
      const crons = new CronStore(trx);
      if ((await crons.count(cron.repoId)) >= maxCrons) {
        throw badRequest(`A repository can have at most ${maxCrons} cron jobs`, 'limit_reached');
      }
      return crons.insert(cron);
    });
  }

  private async requireBranch(repo: Repo, branch: string): Promise<void> {
    const found = await this.deps.forge.findCommit(repo, branchRef(branch));
    if (!found) throw badRequest(`Invalid Cronjob Branch: there is no branch ${branch}`);
  }

  /** Starts a build now, in addition to the schedule. */
  async run(
    repo: Repo,
    name: string,
    person: Asker,
    once: Pick<BuildRequest, 'delivery'>,
  ): Promise<Build | null> {
    const by = { sender: person.login, ...rightsOf(person) };
    return this.deps.buildsPort.startCronBuild(repo, await this.require(repo, name), by, once);
  }

  /**
   * A job runs on behalf of who last changed it, as long as this person may start builds. Returns whether this person
   * administers the repository.
   */
  private async requireReader(repo: Repo, { reader }: Cron): Promise<boolean> {
    const parsed = parseReader(reader);
    if (!parsed) return true;
    const { users, repoAccess } = this.deps;
    const user = await users.findById(parsed.accountId);
    const access = user?.active ? await repoAccess.accessTo(repo, user) : undefined;
    if (access?.permissions.write) return access.permissions.admin;
    const who = user ? `${user.login}, who may not start builds here` : 'an account that is gone';
    throw badRequest(`The cron job was last changed by ${who}. Save it to run it on your behalf.`);
  }
}

function requireNext(schedule: Schedule, now: number, prev?: number): number {
  const zone = zoneOf(schedule);
  if (!isTimeZone(zone)) throw badRequest(`Invalid Cronjob Expression: no time zone ${zone}`);
  const next = nextTime(schedule, now, prev);
  if (!next) throw badRequest('Invalid Cronjob Expression');
  return next;
}

function requireInterval(schedule: Schedule, now: number): void {
  if (!isTooFrequent(schedule, now)) return;
  throw badRequest('Invalid Cronjob Expression: a cron job can run at most once a minute');
}
