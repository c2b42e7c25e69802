import type { RepoChanges } from '@millrace/contract/api';
import type { RepoRow, UserRow } from '../../db/tables.ts';
import type { Build } from '../../domain/build.ts';
import { planSettings, type WantedSettings } from '../../domain/repo-settings.ts';
import type { Forge } from '../../forges/forge.ts';
import type { Bus } from '../../shared/bus.ts';
import type { Clock } from '../../shared/clock.ts';
import { badRequest, forbidden } from '../../shared/errors.ts';
import type { RepoStore } from './repo-store.ts';

interface Parts {
  repos: RepoStore;
  forge: Forge;
  clock: Clock;
  bus: Bus;
  /** The highest number of the builds of a repository; 0 where it has none. */
  findNewestNumber: (repoId: number) => Promise<number>;
  listUnfinishedBuilds: (repoId: number) => Promise<Build[]>;
}

type Changes = Parameters<RepoStore['update']>[1];

/** What people change about a repository. */
export class RepoService {
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  activate(repo: RepoRow): Promise<RepoRow> {
    return this.update(repo, { active: 1 });
  }

  disable(repo: RepoRow): Promise<RepoRow> {
    return this.update(repo, { active: 0 });
  }

  /** Forgets the repository with all of its builds. What the forge holds stays there. */
  async remove(repo: RepoRow): Promise<RepoRow> {
    const { repos, bus } = this.parts;
    const unfinished = await this.parts.listUnfinishedBuilds(repo.id);
    await repos.delete(repo.id);
    for (const { id } of unfinished) bus.publish('buildDeleted', { buildId: id });
    return { ...repo, active: 0 };
  }

  async changeSettings(repo: RepoRow, viewer: UserRow, wanted: RepoChanges): Promise<RepoRow> {
    const newestBuild = await this.parts.findNewestNumber(repo.id);
    const plan = planSettings(
      {
        trusted: repo.trusted === 1,
        timeout: repo.timeout,
        throttle: repo.throttle,
        counter: repo.counter,
        newestBuild,
        autoCancelPullRequests: repo.auto_cancel_pull_requests === 1,
        autoCancelPushes: repo.auto_cancel_pushes === 1,
        autoCancelRunning: repo.auto_cancel_running === 1,
      },
      wanted,
      viewer.admin === 1,
    );
    if (plan.kind === 'forbidden') throw forbidden(plan.reason);
    if (plan.kind === 'invalid') throw badRequest(plan.reason);
    const updated = await this.update(repo, toColumns(plan.changes));
    if (updated.throttle !== repo.throttle) this.parts.bus.publish('queueChanged', {});
    return updated;
  }

  changeOwner(repo: RepoRow, owner: UserRow): Promise<RepoRow> {
    return this.update(repo, { user_id: owner.id });
  }

  /** Reads the repository anew from the forge and makes sure that its events arrive. */
  async repair(repo: RepoRow): Promise<RepoRow> {
    await this.parts.forge.ensureHook(repo);
    const defaultBranch = await this.parts.forge.findDefaultBranch(repo);
    return this.update(repo, { default_branch: defaultBranch, synced: this.parts.clock.nowSec() });
  }

  private update(repo: RepoRow, changes: Changes): Promise<RepoRow> {
    return this.parts.repos.update(repo.id, { ...changes, updated: this.parts.clock.nowSec() });
  }
}

/** Flags are stored as 0 and 1. */
function toColumns(settings: WantedSettings): Changes {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) => {
      if (value === undefined) return [];
      return [[name, typeof value === 'boolean' ? Number(value) : value]];
    }),
  );
}
