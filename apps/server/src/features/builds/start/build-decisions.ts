import { type Approvals, type Build, mayApprove } from '@millrace/build-rules';
import { forbidden, notFound } from '@millrace/contract/api-errors';
import { starterOf } from '@millrace/contract/starter-of';
import { isFinished } from '@millrace/contract/vocabulary';
import type { BuildStore } from '../../../builds/build-store.ts';
import type { ChangeBuild } from '../../../builds/change-build.ts';
import type { Repo } from '../../../domain/repo.ts';

interface Deps {
  builds: BuildStore;
  changeBuild: ChangeBuild;
  approvals: Approvals;
}

/** Account that decides about a build, with its permissions for the repository. */
interface Decider {
  login: string;
  canAdminister: boolean;
}

/** Approves, declines and cancels builds that are not finished. */
export class BuildDecisions {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** Cancels a build. A finished build does not change. */
  async cancel(
    repo: Repo,
    person: { login: string; canWrite: boolean },
    number: number,
  ): Promise<Build> {
    const build = await this.require(repo, number);
    if (!person.canWrite && starterOf(build) !== person.login) {
      throw forbidden('You need write permission to cancel a build that another user started');
    }
    if (isFinished(build.status)) return build;
    return (
      await this.deps.changeBuild.send({ build: build.id }, { kind: 'cancel', login: person.login })
    ).build;
  }

  /** Approves a blocked stage: it runs after the stages that it depends on. */
  async approve(repo: Repo, decider: Decider, number: number, stage: number): Promise<void> {
    const { login } = decider;
    this.requireDecider(decider);
    const build = await this.require(repo, number);
    if (this.deps.approvals === 'admins' && starterOf(build) === login) {
      throw forbidden('Another administrator must approve a build that you started');
    }
    await this.deps.changeBuild.send({ build: build.id }, { kind: 'approveStage', stage, login });
  }

  /** Declines a blocked stage; without a number, every blocked stage. */
  async decline(repo: Repo, decider: Decider, number: number, stage?: number): Promise<void> {
    const { login } = decider;
    this.requireDecider(decider);
    const { id } = await this.require(repo, number);
    await this.deps.changeBuild.send({ build: id }, { kind: 'declineStage', stage, login });
  }

  private requireDecider({ canAdminister }: Decider): void {
    if (!mayApprove(this.deps.approvals, canAdminister)) {
      throw forbidden('Only administrators of the repository approve and decline builds');
    }
  }

  private async require(repo: Repo, number: number): Promise<Build> {
    const build = await this.deps.builds.findByNumber(repo.id, number);
    if (!build) throw notFound();
    return build;
  }
}
