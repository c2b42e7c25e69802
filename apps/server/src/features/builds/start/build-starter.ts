import { fieldMessages } from '@millrace/contract/field-messages';
import { branchRef } from '@millrace/contract/git-ref';
import { type BuildRequest, cronTrigger } from '../../../builds/build-request.ts';
import type { Build } from '../../../domain/build.ts';
import type { Repo } from '../../../domain/repo.ts';
import type { User } from '../../../domain/user.ts';
import type { Forge } from '../../../forges/forge.ts';
import { notFound } from '../../../shared/errors.ts';
import type { BuildCreator } from './build-creator.ts';
import { requireActive } from './require-active.ts';

interface Deps {
  buildCreator: BuildCreator;
  forge: Forge;
}

/** Starts builds of a branch or a commit, by hand and from cron jobs. */
export class BuildStarter {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** Starts a build by hand, of a branch or a commit. */
  async startBuild(
    repo: Repo,
    person: Pick<User, 'login'>,
    requested: { branch: string; commit: string; params: Record<string, string> },
  ): Promise<Build | null> {
    const branch = requested.branch || repo.defaultBranch;
    const target = await this.findTarget(repo, branch, requested.commit);
    return this.deps.buildCreator.createBuild(repo, {
      event: 'custom',
      trigger: person.login,
      sender: person.login,
      ...target,
      // Steps compare this commit with the built one.
      before: target.commit.sha,
      params: requested.params,
      checksParams: true,
    });
  }

  /**
   * Starts the build of a cron job, with the newest commit of its branch.
   *
   * @param sender login of the person who asked for it; `@cron` if the time has come
   */
  async startCronBuild(
    repo: Repo,
    cron: { name: string; branch: string; target: string },
    sender: string,
    claim?: BuildRequest['claim'],
  ): Promise<Build | null> {
    return this.deps.buildCreator.createBuild(repo, {
      ...(claim ? { claim } : {}),
      event: 'cron',
      trigger: cronTrigger,
      sender,
      cron: cron.name,
      deployTo: cron.target,
      ...(await this.findTarget(repo, cron.branch || repo.defaultBranch, '')),
    });
  }

  /** Returns the newest commit of a branch, or the named commit. */
  async findTarget(
    repo: Repo,
    branch: string,
    hash: string,
  ): Promise<Pick<BuildRequest, 'commit' | 'ref' | 'target'>> {
    requireActive(repo);
    const ref = branchRef(branch);
    const commit = await this.deps.forge.findCommit(repo, hash || ref);
    if (!commit) {
      throw notFound(hash ? fieldMessages.noCommit(hash) : fieldMessages.noBranch(branch));
    }
    return { commit, ref, target: branch };
  }
}
