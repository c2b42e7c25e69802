import { namePipelineFile, type StepName } from '@millrace/contract/pipeline';
import type { Clock } from '@millrace/node-kit/clock';
import { type BuildRequest, hookTrigger, rulesOf } from '../../../builds/build-request.ts';
import type { BuildStore } from '../../../builds/build-store.ts';
import type { ChangeBuild } from '../../../builds/change-build.ts';
import type { Build, BuildFile } from '../../../domain/build.ts';
import { fillParameters } from '../../../domain/build-parameters.ts';
import {
  type FileVerdict,
  needsApproval,
  refuseEvent,
  supersedes,
} from '../../../domain/build-rules.ts';
import { requireFindable } from '../../../domain/found-by.ts';
import { blockStages, type PlannedStage } from '../../../domain/plan-stages.ts';
import type { Repo } from '../../../domain/repo.ts';
import type { Forge } from '../../../forges/forge.ts';
import { homeOfCommits } from '../../../forges/home-of-commits.ts';
import type { PipelineReader } from '../../../pipeline-files/pipeline-reader.ts';
import type { StageFile } from '../../../pipeline-files/read-stages.ts';
import type { Ports } from '../../../ports.ts';
import { AppError, ServiceError } from '../../../shared/errors.ts';
import { findFileBase, hashSource } from './changed-file.ts';
import { findChangedPaths, hasPathConditions, unknownPathsWarning } from './changed-paths.ts';
import { type ConfigReader, isTooLong } from './config-reader.ts';
import { draftBuild } from './draft-build.ts';
import { newBuild, newStage } from './new-build.ts';

/** Stored if the file could not be converted or is too long. A restart reads the file from the commit again. */
export const unconverted: BuildFile = { config: '' };

interface Deps {
  builds: BuildStore;
  changeBuild: ChangeBuild;
  forge: Forge;
  clock: Clock;
  pipelineReader: PipelineReader;
  publicHost: () => string;
  /** Further tries of stages after failures of the infrastructure. */
  infrastructureRetries: number;
  configReader: ConfigReader;
  ports: Pick<Ports, 'isSigned' | 'validateWithExtensions' | 'findSecretProblem' | 'reportSkipped'>;
}

/** Creates a build for an event: reads the pipeline file, plans its stages and applies the rules of the repository. */
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
    const facts = {
      event: request.event,
      isHook: request.trigger === hookTrigger,
      isFork: Boolean(request.sourceRepo && request.sourceRepo !== repo.slug),
      title: request.title ?? '',
      messages: [request.commit.message, request.message ?? ''],
    };
    const refusal = refuseEvent(rulesOf(repo), facts);
    if (refusal) return this.skip(repo, request, refusal);
    requireFindable(request);
    if (request.delivery) {
      const made = await this.deps.builds.findByDelivery(repo.id, request.delivery);
      if (made) return made;
    }
    const { source, config: whole, error } = await this.deps.configReader.read(repo, request);
    if (error) return this.insertBuild(repo, request, unconverted, [], error);
    const { bisection } = request;
    const restricted = bisection && (await this.restrict(repo, whole, bisection));
    if (bisection && !restricted) return null;
    const config = restricted?.text ?? whole;
    const changed = await this.findChanged(repo, request, config);
    const isNew = request.config === undefined && !bisection;
    const sourceHash = isNew ? hashSource(source) : undefined;
    const file = { config, changedPaths: changed.paths, sourceHash };
    const read = await this.readStages(repo, request, file);
    const { errors, trustErrors } = read;
    const stages = restricted
      ? read.stages.filter(({ name }) => restricted.stages.includes(name))
      : read.stages;
    const isInDoubt = changed.isUnknown && read.hasPathConditions;
    const warnings = [...read.warnings, ...(isInDoubt ? [unknownPathsWarning] : [])];
    if (errors.length > 0) {
      const text = namePipelineFile(repo.configPath, config, errors.join('; '));
      const stored = isTooLong(config) ? unconverted : file;
      return this.insertBuild(repo, request, stored, [], text, warnings);
    }
    const checked = await this.checkParams(repo, request, config);
    if (stages.length === 0) {
      return this.skip(repo, request, `no pipeline is for this ${nameOfEvent(request.event)}`);
    }
    const [distrust] = repo.trusted ? [] : trustErrors;
    const problem = distrust ?? (await this.findSecretProblem(repo, config, stages));
    if (problem) {
      const text = namePipelineFile(repo.configPath, config, problem);
      return this.insertBuild(repo, checked, file, [], text, warnings);
    }
    const verdict = await this.validate(repo, checked, config);
    if (verdict.kind === 'skip') return this.skip(repo, request, 'an extension skips it');
    if (verdict.kind === 'reject') {
      return this.insertBuild(repo, checked, file, [], verdict.reason, warnings);
    }
    if (verdict.kind === 'block') warnings.push(`The ${verdict.by} requires approval`);
    const needsDecision = needsApproval(rulesOf(repo), facts, {
      isSigned: await this.deps.ports.isSigned(repo, source),
      needsTrust: trustErrors.length > 0,
    });
    const isBlocked = needsDecision || verdict.kind === 'block';
    const first = isBlocked ? blockStages(stages) : stages;
    return this.insertBuild(repo, checked, file, first, '', warnings);
  }

  private restrict(repo: Repo, config: string, step: StepName) {
    return this.deps.pipelineReader.run(repo.slug, {
      name: 'restrictPipelines',
      input: [config, { stage: step.stage, step: step.step }],
    });
  }

  private async findChanged(repo: Repo, request: BuildRequest, config: string) {
    // The step must run, even if the commit has changed none of the files of its conditions.
    if (request.bisection) return { paths: undefined, isUnknown: false };
    const home = homeOfCommits(this.deps.forge, repo, request.sourceRepo);
    const before = await this.findBefore(repo, request, config);
    return findChangedPaths(this.deps.forge, home, config, { ...request, before });
  }

  /** Returns the commit that changed files are compared with: for a tag, that of the last tag with a build. */
  private async findBefore(
    repo: Repo,
    { event, before = '' }: BuildRequest,
    config: string,
  ): Promise<string> {
    if (event !== 'tag' || !hasPathConditions(config)) return before;
    return this.deps.builds.findTaggedCommit(repo.id);
  }

  /** Creates no build. The forge learns the reason, because its branch rules may wait for a result. */
  private async skip(repo: Repo, request: BuildRequest, reason: string): Promise<null> {
    if (request.trigger === hookTrigger) {
      await this.deps.ports.reportSkipped(repo, request, reason);
    }
    return null;
  }

  /** Plans the stages of a pipeline file. A file that cannot be read has an error, and no stages. */
  async readStages(
    repo: Repo,
    request: BuildRequest,
    { config, changedPaths }: BuildFile,
  ): Promise<StageFile> {
    const facts = {
      event: request.event,
      action: request.action ?? '',
      branch: request.target,
      ref: request.ref,
      repo: repo.slug,
      cron: request.cron ?? '',
      target: request.deployTo ?? '',
      instance: this.deps.publicHost(),
      paths: changedPaths,
    };
    try {
      return await this.deps.pipelineReader.readStages(repo.slug, config, facts);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const nothing = { warnings: [], stages: [], trustErrors: [], hasPathConditions: false };
      return { errors: [error.message], ...nothing };
    }
  }

  private findSecretProblem(
    repo: Repo,
    config: string,
    stages: readonly PlannedStage[],
  ): Promise<string | undefined> {
    const names = stages.map(({ name }) => name);
    return this.deps.ports.findSecretProblem(repo, config, names);
  }

  /** Asks the validation extensions. Without their answer, the build must not run. */
  private async validate(
    repo: Repo,
    request: BuildRequest,
    config: string,
  ): Promise<FileVerdict | { kind: 'reject'; reason: string }> {
    try {
      const build = draftBuild(this.deps, repo, request);
      return await this.deps.ports.validateWithExtensions(repo, build, config);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return { kind: 'reject', reason: error.message };
    }
  }

  private async checkParams(
    repo: Repo,
    request: BuildRequest,
    config: string,
  ): Promise<BuildRequest> {
    const { checksParams } = request;
    if (!checksParams || (checksParams !== true && checksParams.size === 0)) return request;
    const declared = await this.deps.pipelineReader.run(repo.slug, {
      name: 'readParameters',
      input: [config, request.event],
    });
    const checked =
      checksParams === true ? declared : declared.filter(({ name }) => checksParams.has(name));
    return { ...request, params: fillParameters(checked, request.params ?? {}) };
  }

  private async insertBuild(
    repo: Repo,
    request: BuildRequest,
    file: BuildFile,
    stages: PlannedStage[],
    error: string,
    warnings: string[] = [],
  ): Promise<Build | null> {
    const { builds, forge, changeBuild, clock, infrastructureRetries } = this.deps;
    const now = clock.nowSec();
    // The page of a build with an error shows that error.
    const fileBase = error ? 0 : await findFileBase(builds, repo, request, file.sourceHash);
    const link = request.link ?? forge.commitUrl(repo, request.commit.sha);
    const rules = rulesOf(repo);
    return changeBuild.create({
      build: newBuild(repo.id, request, { error, warnings, link, fileBase, now }),
      file,
      stages: stages.map((stage) => newStage(repo.id, stage, { now, infrastructureRetries })),
      claim: request.claim,
      ...(rules.autoCancelPullRequests || rules.autoCancelPushes
        ? { supersedes: (created, older) => supersedes(rules, created, older) }
        : {}),
    });
  }
}

function nameOfEvent(event: BuildRequest['event']): string {
  return event.replace('_', ' ');
}
