import { isUnmerged } from '@millrace/build-host/builds/is-of-fork';
import type { Build } from '@millrace/build-rules';
import { isFinished } from '@millrace/contract/vocabulary';
import type { BuildReadModel } from '../../builds/read/build-read-model.ts';
import { readFilledFile } from '../../builds/read-filled-file.ts';
import type { StageInputs, StageOfBuild } from '../../contributions.ts';
import type { Core } from '../../core.ts';
import type { Repo } from '../../domain/repo.ts';
import type { PushingStep } from '../../forges/builtin/push-credentials.ts';
import { pushLogin, readPushingStep } from '../../forges/builtin/push-credentials.ts';

type Deps = Pick<Core, 'builds' | 'stages' | 'repos' | 'pipelineReader' | 'hosting'> & {
  buildReadModel: Pick<BuildReadModel, 'findById'>;
  /** Null if the repositories are on the built-in git hosting. */
  remote: object | null;
};

/** Credentials are valid this much longer than the time limit of the stage. Their step ends before. */
const marginSec = 600;

/** Permitted push: of a step, with what it may change. */
export interface StepPush extends PushingStep {
  build: Pick<Build, 'number'>;
  repo: Repo;
  refs: readonly string[];
  startsBuilds: boolean;
}

/** Gives steps what they need to push to the repository of their build, and decides what they may push. */
export class StepPushes {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  async listFor({ repo, build, config, stage }: StageOfBuild): Promise<StageInputs> {
    const { hosting, remote } = this.deps;
    const steps = await this.listSteps(repo, config, stage.name);
    if (steps.length === 0) return {};
    if (remote) return { pushRefusal: 'this needs the git hosting of Millrace' };
    const pushRefusal = refuseBuild(repo, build.event, build.source_repo);
    if (pushRefusal) return { pushRefusal };
    const lifeSec = repo.timeout * 60 + marginSec;
    const pushes = steps.map(({ name }) => ({
      step: name,
      login: pushLogin,
      password: hosting.pushPasswords.issue({ stageId: stage.id, name }, lifeSec),
    }));
    return { pushes };
  }

  /** Returns what the step of a password may push now, or why it may not. */
  async judge(password: string, slug: string): Promise<StepPush | { refusal: string }> {
    const { builds, stages, repos, hosting, buildReadModel, pipelineReader } = this.deps;
    const step = hosting.pushPasswords.findStep(password);
    if (!step) return { refusal: 'The credentials of this step are invalid or have expired' };
    const stage = await stages.findById(step.stageId);
    const build = stage && (await builds.findById(stage.buildId));
    const repo = stage && (await repos.findById(stage.repoId));
    const state = stage && (await buildReadModel.findById(stage.buildId));
    const isRunning = stage && !isFinished(stage.status) && (await this.isRunning(step));
    if (!build || !repo || !state || !isRunning) {
      return { refusal: `The step "${step.name}" is not running, so it cannot push` };
    }
    if (repo.slug !== slug) return { refusal: `Steps of ${repo.slug} may not push to ${slug}` };
    const refusal = refuseBuild(repo, build.event, build.sourceRepo);
    if (refusal) return { refusal };
    const config = await readFilledFile(
      pipelineReader,
      slug,
      await builds.findFile(build.id),
      state,
    );
    const permitted = (await this.listSteps(repo, config, stage.name)).find(
      ({ name }) => name === step.name,
    );
    if (!permitted) {
      return { refusal: `The pipeline file lets the step "${step.name}" push nothing` };
    }
    // A build that a step has started could start the next one, without end.
    const startsBuilds = permitted.startsBuilds && !readPushingStep(build.sender);
    return { ...step, build, repo, refs: permitted.refs, startsBuilds };
  }

  private listSteps(repo: Repo, config: string, stage: string) {
    const { pipelineReader } = this.deps;
    return pipelineReader.run(repo.slug, { name: 'listPushSteps', input: [config, stage] });
  }

  private async isRunning({ stageId, name }: PushingStep): Promise<boolean> {
    const steps = await this.deps.stages.listSteps([stageId]);
    return steps.some((step) => step.name === name && step.status === 'running');
  }
}

/** Returns why no step of a build may push. Its author could be a stranger, or the trust may have ended. */
function refuseBuild(
  { slug, trusted }: Repo,
  event: Build['event'],
  sourceRepo: string,
): string | undefined {
  if (isUnmerged(event, sourceRepo, slug)) return 'builds of pull requests and forks may not push';
  return trusted ? undefined : `${slug} is not trusted`;
}
