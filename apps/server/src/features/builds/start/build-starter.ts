import { cronTrigger } from '@millrace/build-host/builds/build-input';
import type { Build, Reader } from '@millrace/build-rules';
import type { BuildRequest } from '../../../builds/build-request.ts';
import type { BuildStore } from '../../../builds/build-store.ts';
import { type Asker, rightsOf } from '../../../domain/reader.ts';
import type { Repo } from '../../../domain/repo.ts';
import type { Forge } from '../../../forges/forge.ts';
import type { ReposPort } from '../../repos/port.ts';
import type { BuildCreator } from './build-creator.ts';
import { type BuiltCommit, findBuiltCommit } from './find-built-commit.ts';
import { requireActive } from './require-active.ts';

interface Deps {
  buildCreator: BuildCreator;
  forge: Forge;
  builds: BuildStore;
  reposPort: Pick<ReposPort, 'checkRepo'>;
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
    person: Asker,
    requested: {
      branch: string;
      commit: string;
      params: Record<string, string>;
    } & Pick<BuildRequest, 'delivery'>,
  ): Promise<Build | null> {
    const branch = requested.branch || repo.defaultBranch;
    const target = await this.findTarget(repo, branch, requested.commit);
    return this.deps.buildCreator.createBuild(repo, {
      event: 'custom',
      trigger: person.login,
      sender: person.login,
      ...rightsOf(person),
      ...target,
      // Steps compare this commit with the built one.
      before: target.commit.sha,
      params: requested.params,
      ...(requested.delivery ? { delivery: requested.delivery } : {}),
      checksParams: true,
    });
  }

  /**
   * Starts the build of a cron job, with the newest commit of its branch.
   *
   * @param by login of the person who asked for it, or `@cron` if the time has come, and the reader of its files
   */
  async startCronBuild(
    repo: Repo,
    cron: { name: string; branch: string; target: string },
    by: { sender: string; reader: Reader; isByAdmin: boolean },
    once: Pick<BuildRequest, 'claim' | 'delivery'> = {},
  ): Promise<Build | null> {
    return this.deps.buildCreator.createBuild(repo, {
      ...once,
      event: 'cron',
      trigger: cronTrigger,
      ...by,
      cron: cron.name,
      deployTo: cron.target,
      ...(await this.findTarget(repo, cron.branch || repo.defaultBranch, '')),
    });
  }

  /** Returns the newest commit of a branch, or the named commit. */
  async findTarget(repo: Repo, branch: string, hash: string): Promise<BuiltCommit> {
    requireActive(repo);
    return findBuiltCommit(this.deps, repo, branch, hash);
  }
}
