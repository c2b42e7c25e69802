import { toBuildJson } from '@millrace/build-host/builds/build-mapper';
import type { Build, Stage, Step } from '@millrace/build-rules';
import type { FailingStep, FailureHistory as FailureHistoryJson } from '@millrace/contract/api';
import { hasFailed, type Status } from '@millrace/contract/vocabulary';
import type { BuildStore } from '../../../builds/build-store.ts';
import type { LineStore } from '../../../builds/line-store.ts';
import type { StageStore } from '../../../builds/stage-store.ts';
import { type BuildLine, baseLine } from '../../../domain/build-line.ts';
import { countFailures, type EarlierRun, failsSince } from '../../../domain/failure-history.ts';
import type { Repo } from '../../../domain/repo.ts';
import type { Forge } from '../../../forges/forge.ts';
import { listCommitsBetween } from './commits-between.ts';
import type {
  EarlierBuildsReadModel,
  FinishedBuild,
  FinishedPart,
} from './earlier-builds-read-model.ts';

interface Deps {
  builds: BuildStore;
  lines: LineStore;
  stages: StageStore;
  earlier: EarlierBuildsReadModel;
  forge: Forge;
}

/** A failed stage, with the failed step unless the stage itself failed. */
interface Failing {
  stage: Stage;
  step?: Step;
}

/** Number of older builds in which the first build of a series of failures is searched. */
const maxBuilds = 200;
/** Number of older builds in which the failures of a step are counted. */
const countedBuilds = 50;
const maxSteps = 100;

/**
 * Reports since which build a build or its steps have been failing, and which commits were added since the
 * last success.
 */
export class FailureHistoryReader {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  async read(repo: Repo, build: Build): Promise<FailureHistoryJson> {
    const { builds, earlier, lines } = this.deps;
    const own = await lines.findLine(build);
    const base = baseLine(build, own);
    const lastId = await earlier.findLastSuccess(build, base);
    const last = lastId === undefined ? undefined : await builds.findById(lastId);
    const failing = await this.findFailing(build);
    const before =
      failing.length > 0 || hasFailed(build.status) ? await this.listBefore(build, own, base) : [];
    const runs = before.map(({ number, status }) => ({
      build: number,
      hasFailed: hasFailed(status),
    }));
    return {
      line: build.deployTo || (build.event === 'tag' ? 'tag' : build.target),
      ...(last ? { last_success: toBuildJson(last) } : {}),
      ...(hasFailed(build.status) ? { since: toStreak(failsSince(build.number, runs)) } : {}),
      ...(last
        ? await listCommitsBetween(this.deps.forge, repo, last, build)
        : { commits: [], has_all_commits: true }),
      steps: await this.describe(build, failing, before),
    };
  }

  private async findFailing({ id }: Build): Promise<Failing[]> {
    const stages = (await this.deps.stages.list(id)).filter(({ status }) => hasFailed(status));
    const steps = await this.deps.stages.listSteps(stages.map((stage) => stage.id));
    return stages.flatMap((stage): Failing[] => {
      const failed = steps.filter(
        (step) => step.stageId === stage.id && hasFailed(step.status) && !step.ignoresErrors,
      );
      return failed.length > 0 ? failed.map((step) => ({ stage, step })) : [{ stage }];
    });
  }

  /**
   * Lists the older builds to compare with. For a pull request, the builds of its target branch follow its
   * own.
   */
  private async listBefore(
    build: Build,
    own: BuildLine,
    base: BuildLine,
  ): Promise<FinishedBuild[]> {
    const { earlier } = this.deps;
    const builds = await earlier.listBefore(build, own, maxBuilds);
    if (build.event !== 'pull_request') return builds;
    return [...builds, ...(await earlier.listBefore(build, base, maxBuilds))];
  }

  private async describe(
    build: Build,
    failing: Failing[],
    before: FinishedBuild[],
  ): Promise<FailingStep[]> {
    const ended = await this.listEnded(failing, before);
    return failing.slice(0, maxSteps).map(({ stage, step }) => {
      const statuses = ended.get(nameOf(stage.name, step?.name)) ?? new Map<number, Status>();
      const runs = before.flatMap(({ id, number }, at): (EarlierRun & { at: number })[] => {
        const status = statuses.get(id);
        return status ? [{ build: number, hasFailed: hasFailed(status), at }] : [];
      });
      const recent = runs.filter(({ at }) => at < countedBuilds);
      const { since } = failsSince(build.number, runs);
      const first = before.findIndex(({ number }) => number === since);
      return {
        stage: stage.number,
        stage_name: stage.name,
        ...(step ? { step: step.number, step_name: step.name } : {}),
        since,
        builds_ago: first + 1,
        ...countFailures(recent),
      };
    });
  }

  /** Returns the earlier statuses of failing stages and steps, by name and build id. */
  private async listEnded(
    failing: Failing[],
    before: FinishedBuild[],
  ): Promise<Map<string, Map<number, Status>>> {
    const ids = before.map(({ id }) => id);
    const stages = [...new Set(failing.map(({ stage }) => stage.name))];
    const steps = [...new Set(failing.flatMap(({ step }) => step?.name ?? []))];
    const ended: FinishedPart[] = [
      ...(await this.deps.earlier.listStages(ids, stages)),
      ...(await this.deps.earlier.listSteps(ids, stages, steps)),
    ];
    const byName = new Map<string, Map<number, Status>>();
    for (const { stage, step, buildId, status } of ended) {
      const name = nameOf(stage, step);
      const known = byName.get(name) ?? new Map<number, Status>();
      byName.set(name, known.set(buildId, status));
    }
    return byName;
  }
}

function nameOf(stage: string, step?: string): string {
  return JSON.stringify([stage, step]);
}

function toStreak({ since, buildsAgo }: ReturnType<typeof failsSince>) {
  return { since, builds_ago: buildsAgo };
}
