import { hookTrigger } from '@millrace/build-host/builds/build-input';
import { newBuild, newStage } from '@millrace/build-host/builds/new-build';
import {
  type Build,
  type BuildFile,
  openBuildStatus,
  type SkippedEvent,
  supersedes,
} from '@millrace/build-rules';
import type { Clock } from '@millrace/node-kit/clock';
import { type BuildRequest, rulesOf } from '../../../builds/build-request.ts';
import type { BuildStore } from '../../../builds/build-store.ts';
import type { ChangeBuild } from '../../../builds/change-build.ts';
import type { Contributed } from '../../../contributions.ts';
import type { BuildDecision } from '../../../domain/decide-build.ts';
import type { Repo } from '../../../domain/repo.ts';
import type { Forge } from '../../../forges/forge.ts';
import { askAll, askFirst } from '../../../shared/ask.ts';
import type { BuildFactsReader } from './build-facts-reader.ts';
import { findFileBase } from './changed-file.ts';

/** Stored if the file could not be converted or is too long. A restart reads the file from the commit again. */
export const unconverted: BuildFile = { config: '' };

interface Deps {
  builds: Pick<BuildStore, 'findNewestFile'>;
  changeBuild: ChangeBuild;
  forge: Pick<Forge, 'commitUrl'>;
  clock: Clock;
  /** Further tries of stages after failures of the infrastructure. */
  infrastructureRetries: number;
  facts: Pick<BuildFactsReader, 'decide'>;
  contributed: Pick<Contributed, 'buildPriority' | 'onSkipped'>;
}

/** Creates the build that an event asks for. */
export class BuildCreator {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /**
   * Returns null if the rules of the repository, the triggers of its pipelines or an extension exclude this event.
   * An invalid file and a failed extension create a build with an error.
   */
  async createBuild(repo: Repo, request: BuildRequest): Promise<Build | null> {
    const { decision, request: checked, file } = await this.deps.facts.decide(repo, request);
    if (decision.kind === 'known') return decision.build;
    if (decision.kind === 'none') return null;
    if (decision.kind === 'skip') return this.skip(repo, request, decision.event);
    return this.insertBuild(repo, checked, file, decision);
  }

  /** Creates no build. The forge learns the reason, because its branch rules may wait for a result. */
  private async skip(repo: Repo, request: BuildRequest, event: SkippedEvent): Promise<null> {
    if (request.trigger === hookTrigger) {
      await askAll(this.deps.contributed.onSkipped, repo, request, event);
    }
    return null;
  }

  private async insertBuild(
    repo: Repo,
    request: BuildRequest,
    read: BuildFile,
    decision: Extract<BuildDecision, { kind: 'error' | 'create' }>,
  ): Promise<Build | null> {
    const { builds, forge, changeBuild, clock, infrastructureRetries } = this.deps;
    const now = clock.nowSec();
    const isError = decision.kind === 'error';
    const error = isError ? decision.error : '';
    const file = isError && !decision.keepsFile ? unconverted : read;
    // The page of a build with an error shows that error.
    const fileBase = isError ? 0 : await findFileBase(builds, repo, request, file.sourceHash);
    const link = request.link ?? forge.commitUrl(repo, request.commit.sha);
    const warnings = [...decision.warnings];
    const stages = isError ? [] : decision.stages;
    const rules = rulesOf(repo);
    const interruptible = new Set(
      stages.filter(({ isInterruptible }) => isInterruptible).map(({ name }) => name),
    );
    const build = newBuild(repo.id, request, { error, warnings, link, fileBase, now });
    const priority = await askFirst(this.deps.contributed.buildPriority, repo, request);
    const newStages = stages.map((stage) =>
      newStage(repo.id, stage, { now, infrastructureRetries, ...(priority && { priority }) }),
    );
    return changeBuild.create({
      build: isError ? build : { ...build, status: openBuildStatus(0, newStages) },
      file,
      stages: newStages,
      isDeployment: !isError && decision.isDeployment,
      claim: request.claim,
      ...(rules.autoCancelPullRequests || rules.autoCancelPushes || interruptible.size > 0
        ? { supersedes: (older, started) => supersedes(rules, older, started, interruptible) }
        : {}),
    });
  }
}
