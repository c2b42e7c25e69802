import { hookTrigger } from '@millrace/build-host/builds/build-input';
import type { PipelineReader } from '@millrace/build-host/pipeline-files/pipeline-reader';
import {
  type Approvals,
  type BuildFile,
  mayApprove,
  type SkippedEvent,
} from '@millrace/build-rules';
import { ServiceError } from '@millrace/contract/api-errors';
import { starterOf } from '@millrace/contract/starter-of';
import type { Clock } from '@millrace/node-kit/clock';
import { type BuildRequest, rulesOf } from '../../../builds/build-request.ts';
import type { BuildStore } from '../../../builds/build-store.ts';
import type { FileHandlers } from '../../../builds/file-handlers.ts';
import { fillParameters } from '../../../domain/build-parameters.ts';
import { type BuildDecision, type BuildFacts, decideBuild } from '../../../domain/decide-build.ts';
import { requireFindable } from '../../../domain/found-by.ts';
import type { Repo } from '../../../domain/repo.ts';
import type { Forge } from '../../../forges/forge.ts';
import { homeOfCommits } from '../../../forges/home-of-commits.ts';
import { hashSource } from './changed-file.ts';
import { findChangedPaths, hasPathConditions, unknownPathsWarning } from './changed-paths.ts';
import type { ConfigReader } from './config-reader.ts';
import { draftBuild } from './draft-build.ts';
import { findTargetBranch, isExcludedByTarget } from './excluded-by-target.ts';
import type { ReadStages } from './read-stages.ts';

interface Deps {
  builds: Pick<BuildStore, 'findByDelivery' | 'findTaggedCommit'>;
  forge: Forge;
  clock: Clock;
  pipelineReader: PipelineReader;
  configReader: Pick<ConfigReader, 'read'>;
  fileHandlers: Pick<FileHandlers, 'findProblem' | 'validate' | 'isSigned'>;
  readStages: ReadStages;
  approvals: Approvals;
}

/** The facts of a decision, and what carrying it out needs of them. */
export interface DecidedBuild {
  decision: BuildDecision;
  /** With checked parameters. */
  request: BuildRequest;
  file: BuildFile;
}

interface Reading extends BuildFacts {
  request: BuildRequest;
  /** The file before its conversion. */
  source: string;
  stored: BuildFile;
  /** Names of the stages that a bisection runs; otherwise all run. */
  onlyStages?: readonly string[];
}

/** Reads the facts about a build that an event asks for, one after another, until they decide. */
export class BuildFactsReader {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  async decide(repo: Repo, request: BuildRequest): Promise<DecidedBuild> {
    const reads = [
      this.findKnown,
      this.readFile,
      this.judge,
      this.findProblem,
      this.validate,
      this.verifySignature,
    ];
    let reading = this.begin(repo, request);
    let decision = decideBuild(reading);
    for (const read of reads) {
      if (decision.kind !== 'create') break;
      reading = { ...reading, ...(await read.call(this, repo, reading)) };
      decision = decideBuild(reading);
    }
    return { decision, request: reading.request, file: reading.stored };
  }

  private begin(repo: Repo, request: BuildRequest): Reading {
    const { event, trigger, sourceRepo, title = '', commit, isByAdmin = false } = request;
    const isHook = trigger === hookTrigger;
    return {
      repo,
      request,
      rules: rulesOf(repo),
      source: '',
      stored: { config: '' },
      event: {
        event,
        isHook,
        title,
        message: commit.message,
        isFork: Boolean(sourceRepo && sourceRepo !== repo.slug),
        isByApprover: !isHook && mayApprove(this.deps.approvals, isByAdmin),
      },
      warnings: request.warnings ?? [],
    };
  }

  private async findKnown(repo: Repo, { request }: Reading): Promise<Partial<Reading>> {
    requireFindable(request);
    const { delivery } = request;
    const known = delivery && (await this.deps.builds.findByDelivery(repo.id, delivery));
    return known ? { known } : {};
  }

  private async readFile(repo: Repo, { request }: Reading): Promise<Partial<Reading>> {
    const { configReader, pipelineReader } = this.deps;
    const { source, config, error } = await configReader.read(repo, request);
    const { bisection } = request;
    if (error || !bisection) return { source, file: { config, error } };
    const restricted = await pipelineReader.run(repo.slug, {
      name: 'restrictPipelines',
      input: [config, { stage: bisection.stage, step: bisection.step }],
    });
    if (!restricted) return { lacksStep: true };
    const { text, stages } = restricted;
    return { source, file: { config: text, error }, onlyStages: stages };
  }

  /** Plans the stages. Parameters are checked for a file that can be read. */
  private async judge(repo: Repo, reading: Reading): Promise<Partial<Reading>> {
    const { request, source, onlyStages, warnings: given } = reading;
    const { config = '' } = reading.file ?? {};
    const changed = await this.findChanged(repo, request, config);
    const isNew = request.config === undefined && !request.bisection;
    const sourceHash = isNew ? hashSource(source) : undefined;
    const stored = { config, changedPaths: changed.paths, sourceHash };
    const whole = await this.deps.readStages(repo, request, stored);
    const stages = whole.stages.filter(({ name }) => onlyStages?.includes(name) ?? true);
    const judged = { ...whole, stages };
    const isInDoubt = changed.isUnknown && judged.hasPathConditions;
    const warnings = [...given, ...judged.warnings, ...(isInDoubt ? [unknownPathsWarning] : [])];
    if (judged.errors.length > 0) return { judged, stored, warnings };
    const checked = await this.checkParams(repo, request, config);
    const exclusion = stages.length > 0 ? undefined : await this.explainExclusion(repo, request);
    return { judged, stored, warnings, exclusion, request: checked };
  }

  private async findProblem(
    repo: Repo,
    { request, stored, judged }: Reading,
  ): Promise<Partial<Reading>> {
    const { event, deployTo: target = '' } = request;
    const names = (judged?.stages ?? []).map(({ name }) => name);
    const build = { event, target, person: starterOf(request) };
    return { problem: await this.deps.fileHandlers.findProblem(repo, stored.config, names, build) };
  }

  /** Asks who validates files. Without their answer, the build must not run. */
  private async validate(repo: Repo, { request, stored }: Reading): Promise<Partial<Reading>> {
    try {
      const build = draftBuild(this.deps, repo, request);
      return { verdict: await this.deps.fileHandlers.validate(repo, build, stored.config) };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return { verdict: { kind: 'reject', reason: error.message } };
    }
  }

  private async verifySignature(repo: Repo, { source }: Reading): Promise<Partial<Reading>> {
    return { isSigned: await this.deps.fileHandlers.isSigned(repo, source) };
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

  /** Returns why no pipeline of the file is for an event. */
  private async explainExclusion(repo: Repo, request: BuildRequest): Promise<SkippedEvent> {
    const event = request.event.replace('_', ' ');
    const unknown = { reason: `no pipeline is for this ${event}`, isExcludedByTarget: false };
    if (request.trigger !== hookTrigger) return unknown;
    if (!(await isExcludedByTarget(this.deps, repo, request))) return unknown;
    const target = findTargetBranch(repo, request);
    return { reason: `no pipeline on ${target} is for this ${event}`, isExcludedByTarget: true };
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
}
