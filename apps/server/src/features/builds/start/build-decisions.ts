import { type Approvals, type Build, mayApprove, type Stage } from '@millrace/build-rules';
import { forbidden, notFound } from '@millrace/contract/api-errors';
import { starterOf } from '@millrace/contract/starter-of';
import { isFinished } from '@millrace/contract/vocabulary';
import type { BuildStore } from '../../../builds/build-store.ts';
import type { ChangeBuild } from '../../../builds/change-build.ts';
import type { StageStore } from '../../../builds/stage-store.ts';
import type { Repo } from '../../../domain/repo.ts';
import type { ReadStages } from './read-stages.ts';
import { requireActive } from './require-active.ts';
import { requireTrust } from './require-trust.ts';

interface Deps {
  builds: BuildStore;
  stages: Pick<StageStore, 'list'>;
  changeBuild: ChangeBuild;
  readStages: ReadStages;
  approvals: Approvals;
}

/** Account that decides about a build, with its permissions for the repository. */
interface Decider {
  login: string;
  canAdminister: boolean;
  /** Why it decides so; may be empty. */
  note: string;
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

  /** Approves a blocked stage, or starts a manual one: it runs after the stages that it depends on. */
  async approve(repo: Repo, decider: Decider, number: number, stage: number): Promise<void> {
    const { login, note } = decider;
    const build = await this.require(repo, number);
    const stages = await this.requireDecider(decider, build, stage);
    const isApproval = stages.every(needsApproval);
    if (isApproval && this.deps.approvals === 'admins' && starterOf(build) === login) {
      throw forbidden('Another administrator must approve a build that you started');
    }
    if (stages.some(({ manual }) => manual)) {
      // The stage may have waited, or been left out, for any time.
      requireActive(repo);
      await requireTrust(this.deps, repo, build);
    }
    await this.deps.changeBuild.send(
      { build: build.id },
      { kind: 'approveStage', stage, login, note },
    );
  }

  /** Declines a blocked stage; without a number, every blocked stage. */
  async decline(repo: Repo, decider: Decider, number: number, stage?: number): Promise<void> {
    const { login, note } = decider;
    const build = await this.require(repo, number);
    await this.requireDecider(decider, build, stage);
    await this.deps.changeBuild.send(
      { build: build.id },
      { kind: 'declineStage', stage, login, note },
    );
  }

  /** Returns the stage with this number, or all blocked stages, about which the account may decide. */
  private async requireDecider(
    { canAdminister }: Decider,
    { id }: Build,
    number: number | undefined,
  ): Promise<Stage[]> {
    const stages = await this.deps.stages.list(id);
    const decided = stages.filter((stage) =>
      number === undefined ? stage.status === 'blocked' : stage.number === number,
    );
    const isApproval = decided.length === 0 || decided.some(needsApproval);
    if (isApproval && !mayApprove(this.deps.approvals, canAdminister)) {
      throw forbidden('Only administrators of the repository approve and decline builds');
    }
    const reserved = decided.find(({ manual }) => manual === 'admin');
    if (reserved && !canAdminister) {
      throw forbidden(
        `Only administrators of the repository may start or decline "${reserved.name}"`,
      );
    }
    return decided;
  }

  private async require(repo: Repo, number: number): Promise<Build> {
    const build = await this.deps.builds.findByNumber(repo.id, number);
    if (!build) throw notFound();
    return build;
  }
}

/** Returns whether a decision about the stage is one about its build. */
function needsApproval(stage: Stage): boolean {
  return !stage.manual || stage.needsApproval;
}
