import type { Build } from '@millrace/build-rules';
import type { RepoChanges } from '@millrace/contract/api';
import { badRequest, forbidden, missing } from '@millrace/contract/api-errors';
import type { Clock } from '@millrace/node-kit/clock';
import { BuildStore } from '../../builds/build-store.ts';
import type { Repo } from '../../domain/repo.ts';
import { planSettings, type WantedSettings } from '../../domain/repo-settings.ts';
import type { User } from '../../domain/user.ts';
import type { Forge, ForgeEvent } from '../../forges/forge.ts';
import { checkIfUnseen } from '../../forges/remote/check-if-unseen.ts';
import type { RepoStore } from '../../repositories/repo-store.ts';
import type { Bus } from '../../shared/bus.ts';

interface Deps {
  repos: RepoStore;
  forge: Forge;
  clock: Clock;
  bus: Bus;
  /** Stores the data of a repository from the forge. */
  refresh: (repo: Repo, facts: Omit<ForgeEvent['repo'], 'uid'>) => Promise<Repo>;
  /** Returns the highest build number of a repository; 0 if it has no builds. */
  findNewestNumber: (repoId: number) => Promise<number>;
  /** Checks at the forge whether a repository still exists, and closes it to guests if no account can see it. */
  checkRepo: (repo: Repo) => Promise<void>;
  listUnfinishedBuilds: (repoId: number) => Promise<Build[]>;
  deleteBuilds: (repoId: number) => Promise<void>;
}

type Changes = Parameters<RepoStore['update']>[1];

/** Activates, changes and deletes repositories. */
export class RepoService {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** Activates a repository. For a remote repository, the server then uses the forge access of this viewer. */
  async activate(repo: Repo, viewer: User): Promise<Repo> {
    const isHere = repo.forge === 'builtin';
    const ownerId = isHere || viewer.machine ? repo.ownerId : viewer.id;
    const current = isHere ? repo : await this.readFromForge({ ...repo, ownerId });
    await this.deps.forge.replaceHook({ ...current, ownerId });
    return this.update(current, { active: true, ownerId });
  }

  async disable(repo: Repo): Promise<Repo> {
    await this.deps.forge.removeHook(repo);
    return this.update(repo, { active: false });
  }

  /**
   * Deletes the repository with all of its builds from this server. It remains at the forge. If the server stops before the
   * end, the repository stays, with some of its builds.
   */
  async remove(repo: Repo): Promise<Repo> {
    const { repos, bus, forge } = this.deps;
    await forge.removeHook(repo);
    const unfinished = await this.deps.listUnfinishedBuilds(repo.id);
    await this.deps.deleteBuilds(repo.id);
    await repos.delete(repo.id, (trx) => new BuildStore(trx).lockUnfinished([repo.id]));
    for (const { id } of unfinished) bus.publish('buildDeleted', { buildId: id });
    return { ...repo, active: false };
  }

  async changeSettings(repo: Repo, viewer: User, requested: RepoChanges): Promise<Repo> {
    const newestBuild = await this.deps.findNewestNumber(repo.id);
    const plan = planSettings(
      {
        trusted: repo.trusted,
        timeout: repo.timeout,
        throttle: repo.throttle,
        counter: repo.counter,
        newestBuild,
      },
      requested,
      viewer.admin,
    );
    if (plan.kind === 'forbidden') throw forbidden(plan.reason);
    if (plan.kind === 'invalid') throw badRequest(plan.reason);
    const { default_branch: branch } = plan.changes;
    if (branch !== undefined && branch !== repo.defaultBranch) {
      await this.deps.forge.setDefaultBranch(repo, branch);
    }
    const updated = await this.update(repo, toChanges(plan.changes));
    if (updated.throttle !== repo.throttle) this.deps.bus.publish('queueChanged', {});
    return updated;
  }

  changeOwner(repo: Repo, owner: User): Promise<Repo> {
    return this.update(repo, { ownerId: owner.id });
  }

  /** Reloads the repository from the forge, and replaces its webhook and webhook secret. */
  async repair(repo: Repo): Promise<Repo> {
    const current = await this.readFromForge(repo);
    await this.deps.forge.replaceHook(current);
    return this.update(current, { synced: this.deps.clock.nowSec() });
  }

  /** Finds the repository by its id, because its name at the forge may have changed. */
  private async readFromForge(repo: Repo): Promise<Repo> {
    const { forge, refresh, checkRepo } = this.deps;
    const facts = await checkIfUnseen(checkRepo, repo, () => forge.findRepo(repo));
    if (facts) return refresh(repo, facts);
    throw missing('The forge does not have this repository');
  }

  private update(repo: Repo, changes: Changes): Promise<Repo> {
    return this.deps.repos.update(repo.id, { ...changes, updated: this.deps.clock.nowSec() });
  }
}

function toChanges(requested: WantedSettings): Changes {
  const changes = {
    visibility: requested.visibility,
    configPath: requested.config_path,
    configFolder: requested.config_folder,
    defaultBranch: requested.default_branch,
    timeout: requested.timeout,
    throttle: requested.throttle,
    counter: requested.counter,
    trusted: requested.trusted,
    protected: requested.protected,
    ignoreForks: requested.ignore_forks,
    ignorePullRequests: requested.ignore_pull_requests,
    autoCancelPullRequests: requested.auto_cancel_pull_requests,
    autoCancelPushes: requested.auto_cancel_pushes,
    autoCancelRunning: requested.auto_cancel_running,
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
