import { isOfFork, unknownFork } from '@millrace/build-host/builds/is-of-fork';
import { deploymentFrom, requestFrom } from '@millrace/build-host/builds/new-build';
import type { PipelineReader } from '@millrace/build-host/pipeline-files/pipeline-reader';
import { type Approvals, type Build, mayApprove, refuseReuse } from '@millrace/build-rules';
import { badRequest, notFound } from '@millrace/contract/api-errors';
import { fieldMessages } from '@millrace/contract/field-messages';
import { starterOf } from '@millrace/contract/starter-of';
import type { BuildRequest } from '../../../builds/build-request.ts';
import type { BuildStore } from '../../../builds/build-store.ts';
import type { ChangeBuild } from '../../../builds/change-build.ts';
import { readFilledFile } from '../../../builds/read-filled-file.ts';
import type { StageStore } from '../../../builds/stage-store.ts';
import type { Contributed } from '../../../contributions.ts';
import { type Asker, rightsOf } from '../../../domain/reader.ts';
import type { Repo } from '../../../domain/repo.ts';
import { type BuildCreator, unconverted } from './build-creator.ts';
import type { ReadStages } from './read-stages.ts';
import { requireActive } from './require-active.ts';
import { requirePause } from './require-pause.ts';
import { requireTrust } from './require-trust.ts';

const bisectionBuild = 'The build belongs to a bisection, which repeats it if that is necessary';

interface Deps {
  buildCreator: Pick<BuildCreator, 'createBuild'>;
  readStages: ReadStages;
  builds: BuildStore;
  changeBuild: ChangeBuild;
  stages: StageStore;
  pipelineReader: PipelineReader;
  contributed: Pick<Contributed, 'keepsFailedSteps'>;
  approvals: Approvals;
}

/** Starts builds from earlier ones: restarts, promotions and rollbacks. */
export class BuildRestarter {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** Starts a build with the commit, event and pipeline file of another one, under a new number. */
  async restartBuild(
    repo: Repo,
    person: Asker,
    number: number,
    options: {
      params: Record<string, string>;
      debug: boolean;
      pauseBefore?: BuildRequest['pauseBefore'];
    } & Pick<BuildRequest, 'delivery'>,
  ): Promise<Build | null> {
    const previous = await this.requireReusable(repo, number);
    const { pauseBefore } = options;
    const request = requestFrom(previous);
    const { builds, pipelineReader } = this.deps;
    const file = await builds.findFile(previous.id);
    const { config, changedPaths } = file;
    if (pauseBefore) {
      const filled = await readFilledFile(pipelineReader, repo.slug, file, {});
      await requirePause(this.deps, repo, { build: previous, config: filled }, pauseBefore);
    }
    return this.deps.buildCreator.createBuild(repo, {
      ...request,
      listedPaths: changedPaths,
      trigger: person.login,
      ...rightsOf(person),
      params: { ...request.params, ...options.params },
      // The other parameters were already checked when the first build was started.
      checksParams: new Set(Object.keys(options.params)),
      debug: options.debug,
      ...(options.delivery ? { delivery: options.delivery } : {}),
      pauseBefore,
      ...(config === unconverted.config ? {} : { config }),
    });
  }

  /** Reruns the failed stages of a build as its next attempt. */
  async restartFailed(
    repo: Repo,
    person: Pick<Asker, 'login' | 'isAdmin'>,
    number: number,
  ): Promise<Build> {
    const build = await this.requireReusable(repo, number);
    await requireTrust(this.deps, repo, build);
    const { login, isAdmin = false } = person;
    const isOwn = this.deps.approvals === 'admins' && starterOf(build) === login;
    const approves = mayApprove(this.deps.approvals, isAdmin) && !isOwn;
    const command = { kind: 'restartFailed' as const, login, approves };
    return (await this.deps.changeBuild.send({ build: build.id }, command)).build;
  }

  /** Starts a promotion or a rollback: deploys the commit of a build to a target. */
  async deployBuild(
    repo: Repo,
    person: Asker,
    number: number,
    deployment: {
      event: 'promote' | 'rollback';
      target: string;
      params: Record<string, string>;
    } & Pick<BuildRequest, 'delivery'>,
  ): Promise<Build | null> {
    if (!deployment.target) throw badRequest(fieldMessages.noEnvironment);
    const previous = await this.requireReusable(repo, number);
    if (isOfFork(previous.sourceRepo, repo.slug)) throw badRequest(describeFork(previous, repo));
    const request = deploymentFrom(previous, deployment);
    return this.deps.buildCreator.createBuild(repo, {
      ...request,
      trigger: person.login,
      ...rightsOf(person),
      params: { ...request.params, ...deployment.params },
      ...(deployment.delivery ? { delivery: deployment.delivery } : {}),
      checksParams: true,
    });
  }

  private async requireReusable(repo: Repo, number: number): Promise<Build> {
    requireActive(repo);
    const previous = await this.deps.builds.findByNumber(repo.id, number);
    if (!previous) throw notFound();
    if (previous.bisection) throw badRequest(bisectionBuild);
    const stages = await this.deps.stages.list(previous.id);
    const refusal = refuseReuse(previous, stages);
    if (refusal) throw badRequest(refusal, 'wrong_state');
    return previous;
  }
}

/** A deployment gets secrets that code of strangers must not have. */
function describeFork({ number, sourceRepo }: Build, { slug }: Repo): string {
  const fork = sourceRepo === unknownFork(slug) ? 'a fork' : `the fork ${sourceRepo}`;
  return `Build ${number} is of ${fork}, whose commits cannot be deployed. Merge it first.`;
}
