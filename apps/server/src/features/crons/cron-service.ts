import type { CronChange, NewCron } from '@millrace/contract/api';
import type { Clock } from '@millrace/node-kit/clock';
import { cronTrigger } from '../../builds/build-request.ts';
import type { Db } from '../../db/database.ts';
import type { Build } from '../../domain/build.ts';
import type { Cron } from '../../domain/cron.ts';
import { nextTime } from '../../domain/cron-expression.ts';
import type { Repo } from '../../domain/repo.ts';
import { slugify } from '../../domain/slugify.ts';
import type { Ports } from '../../ports.ts';
import type { RepoStore } from '../../repositories/repo-store.ts';
import type { Bus } from '../../shared/bus.ts';
import { badRequest, notFound } from '../../shared/errors.ts';
import type { CronStore } from './cron-store.ts';

/** Of the stored name. `slugify` may replace one character with several. */
const maxNameLength = 100;

interface Deps {
  crons: CronStore;
  clock: Clock;
  bus: Bus;
  repos: Pick<RepoStore, 'findById'>;
  ports: Pick<Ports, 'startCronBuild'>;
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

  async create(repo: Repo, input: NewCron): Promise<Cron> {
    const name = slugify(input.name);
    if (name.length > maxNameLength) {
      throw badRequest(`Invalid Cronjob Name: at most ${maxNameLength} characters`);
    }
    const now = this.deps.clock.nowSec();
    const expr = (input.expr ?? '').trim();
    const next = requireNext(expr, now);
    const row = await this.deps.crons.insert({
      repoId: repo.id,
      name,
      expr,
      next: input.disabled ? 0 : next,
      prev: 0,
      branch: input.branch,
      target: input.target ?? '',
      disabled: input.disabled ?? false,
      created: now,
      updated: now,
      version: 1,
    });
    if (!row) throw badRequest(`A cron job named ${name} already exists`);
    this.deps.bus.publish('cronsChanged', {});
    return row;
  }

  /** Changes the given fields. The name cannot change. */
  async update(repo: Repo, name: string, input: CronChange): Promise<Cron> {
    const { crons, clock, bus } = this.deps;
    const row = await this.require(repo, name);
    const now = clock.nowSec();
    const expr = input.expr === undefined ? row.expr : input.expr.trim();
    const disabled = input.disabled ?? row.disabled;
    if (expr !== row.expr) requireNext(expr, now);
    const isRescheduled = expr !== row.expr || disabled !== row.disabled;
    const updated = await crons.update(row.id, {
      ...(isRescheduled ? { expr, disabled } : {}),
      ...(isRescheduled ? { next: disabled ? 0 : requireNext(expr, now) } : {}),
      ...(input.branch === undefined ? {} : { branch: input.branch }),
      ...(input.target === undefined ? {} : { target: input.target }),
      updated: now,
    });
    if (!updated) throw notFound();
    bus.publish('cronsChanged', {});
    return updated;
  }

  async delete(repo: Repo, name: string): Promise<void> {
    await this.deps.crons.delete((await this.require(repo, name)).id);
  }

  /** Starts the build of a due run, if its repository is active. */
  async startRun(cron: Cron, finish: (trx: Db) => Promise<boolean>): Promise<void> {
    const { repos, ports } = this.deps;
    const repo = await repos.findById(cron.repoId);
    if (repo?.active) await ports.startCronBuild(repo, cron, cronTrigger, finish);
  }

  /** Starts a build now, in addition to the schedule. */
  async run(repo: Repo, name: string, login: string): Promise<Build | null> {
    return this.deps.ports.startCronBuild(repo, await this.require(repo, name), login);
  }
}

function requireNext(expr: string, now: number): number {
  const next = nextTime(expr, now);
  if (!next) throw badRequest('Invalid Cronjob Expression');
  return next;
}
