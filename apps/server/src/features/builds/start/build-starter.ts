import { fieldMessages } from '@millrace/contract/field-messages';
import { branchRef, readRef } from '@millrace/contract/git-ref';
import type { Clock } from '@millrace/node-kit/clock';
import { type BuildRequest, hookTrigger, rulesOf } from '../../../builds/build-request.ts';
import type { BuildStore } from '../../../builds/build-store.ts';
import type { ChangeBuild } from '../../../builds/change-build.ts';
import type { Build, BuildFile } from '../../../domain/build.ts';
import { fillParameters } from '../../../domain/build-parameters.ts';
import { needsApproval, refuseEvent, supersedes } from '../../../domain/build-rules.ts';
import { requireFindable } from '../../../domain/found-by.ts';
import { blockStages, type PlannedStage } from '../../../domain/plan-stages.ts';
import type { Repo } from '../../../domain/repo.ts';
import { refuseReuse } from '../../../domain/transitions.ts';
import type { User } from '../../../domain/user.ts';
import type { Forge } from '../../../forges/forge.ts';
import { homeOfCommits } from '../../../forges/home-of-commits.ts';
import type { PipelineReader } from '../../../pipeline-files/pipeline-reader.ts';
import type { StageFile } from '../../../pipeline-files/read-stages.ts';
import type { Ports } from '../../../ports.ts';
import { AppError, badRequest, notFound } from '../../../shared/errors.ts';
import { findChangedPaths, unknownPathsWarning } from './changed-paths.ts';
import { type ConfigReader, isTooLong } from './config-reader.ts';
import { newBuild, newStage, requestFrom } from './new-build.ts';

/** Stored if the file could not be converted or is too long. A restart then reads the file again. */
const unconverted: BuildFile = { config: '' };

interface Deps {
  builds: BuildStore;
  changeBuild: ChangeBuild;
  forge: Forge;
  clock: Clock;
  pipelineReader: PipelineReader;
  publicHost: () => string;
  configReader: ConfigReader;
  ports: Pick<Ports, 'isSigned'>;
  forgetPullRequest: (repo: Repo, number: string) => Promise<void>;
}

/** Starts builds: from events, by hand, and from other builds. */
export class BuildStarter {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /**
   * Null where the rules of the repository or the triggers of its pipelines do not want this event.
   * An invalid file makes a build in error.
   */
  async createBuild(repo: Repo, request: BuildRequest): Promise<Build | null> {
    const facts = {
      event: request.event,
      isHook: request.trigger === hookTrigger,
      isFork: Boolean(request.sourceRepo && request.sourceRepo !== repo.slug),
      title: request.title ?? '',
      message: request.commit.message,
    };
    if (refuseEvent(rulesOf(repo), facts)) return null;
    requireFindable(request);
    if (request.delivery) {
      const made = await this.deps.builds.findByDelivery(repo.id, request.delivery);
      if (made) return made;
    }
    const { source, config, error } = await this.deps.configReader.read(repo, request);
    if (error) return this.insertBuild(repo, request, unconverted, [], error);
    const home = homeOfCommits(this.deps.forge, repo, request.sourceRepo);
    const changed = await findChangedPaths(this.deps.forge, home, config, request);
    const file = { config, changedPaths: changed.paths };
    const read = await this.readStages(repo, request, file);
    const { errors, stages, trustErrors } = read;
    const isInDoubt = changed.isUnknown && read.hasPathConditions;
    const warnings = isInDoubt ? [...read.warnings, unknownPathsWarning] : read.warnings;
    if (errors.length > 0) {
      const text = `${repo.configPath}: ${errors.join('; ')}`;
      const kept = isTooLong(config) ? unconverted : file;
      return this.insertBuild(repo, request, kept, [], text, warnings);
    }
    const checked = await this.checkParams(repo, request, config);
    if (stages.length === 0) return null;
    const [distrust] = repo.trusted ? [] : trustErrors;
    if (distrust) {
      const text = `${repo.configPath}: ${distrust}`;
      return this.insertBuild(repo, checked, file, [], text, warnings);
    }
    const isBlocked = needsApproval(rulesOf(repo), facts, {
      isSigned: this.deps.ports.isSigned(repo, source),
      needsTrust: trustErrors.length > 0,
    });
    const first = isBlocked ? blockStages(stages) : stages;
    return this.insertBuild(repo, checked, file, first, '', warnings);
  }

  /** A build that a person starts, of a branch or a commit. */
  async startBuild(
    repo: Repo,
    person: Pick<User, 'login'>,
    wanted: { branch: string; commit: string; params: Record<string, string> },
  ): Promise<Build | null> {
    const branch = wanted.branch || repo.defaultBranch;
    return this.createBuild(repo, {
      event: 'custom',
      trigger: person.login,
      sender: person.login,
      ...(await this.findTarget(repo, branch, wanted.commit)),
      params: wanted.params,
      checksParams: true,
    });
  }

  /** The build of a cron job, of the newest commit of its branch. */
  async startCronBuild(
    repo: Repo,
    cron: { name: string; branch: string; target: string },
    trigger: string,
    claim?: BuildRequest['claim'],
  ): Promise<Build | null> {
    return this.createBuild(repo, {
      ...(claim ? { claim } : {}),
      event: 'cron',
      trigger,
      sender: trigger,
      cron: cron.name,
      deployTo: cron.target,
      ...(await this.findTarget(repo, cron.branch || repo.defaultBranch, '')),
    });
  }

  /** The same commit, event and pipeline file under a new number. */
  async restartBuild(
    repo: Repo,
    person: Pick<User, 'login'>,
    number: number,
    options: { params: Record<string, string>; debug: boolean },
  ): Promise<Build | null> {
    const previous = await this.requireReusable(repo, number);
    const request = requestFrom(previous);
    const { config, changedPaths } = await this.deps.builds.findFile(previous.id);
    return this.createBuild(repo, {
      ...request,
      listedPaths: changedPaths,
      trigger: person.login,
      sender: person.login,
      params: { ...request.params, ...options.params },
      // The others are those of the build, which was started with them.
      checksParams: new Set(Object.keys(options.params)),
      debug: options.debug,
      ...(config === unconverted.config ? {} : { config }),
    });
  }

  /** Reruns the failed stages of a build as its next attempt. */
  async restartFailed(repo: Repo, person: Pick<User, 'login'>, number: number): Promise<Build> {
    const { builds, changeBuild } = this.deps;
    const build = await this.requireReusable(repo, number);
    if (!repo.trusted) {
      // It may have been trusted when the build was made.
      const file = await builds.findFile(build.id);
      const { trustErrors } = await this.readStages(repo, requestFrom(build), file);
      if (trustErrors[0]) throw badRequest(trustErrors[0]);
    }
    const command = { kind: 'restartFailed' as const, login: person.login };
    return (await changeBuild.send({ build: build.id }, command)).build;
  }

  /** A promotion or a rollback: the commit of a build, for an environment. */
  async deployBuild(
    repo: Repo,
    person: Pick<User, 'login'>,
    number: number,
    deployment: {
      event: 'promote' | 'rollback';
      target: string;
      params: Record<string, string>;
    },
  ): Promise<Build | null> {
    if (!deployment.target) throw badRequest(fieldMessages.noEnvironment);
    const previous = await this.requireReusable(repo, number);
    const { action: _action, cron: _cron, ...request } = requestFrom(previous);
    return this.createBuild(repo, {
      ...request,
      event: deployment.event,
      trigger: person.login,
      sender: person.login,
      deployTo: deployment.target,
      params: { ...request.params, ...deployment.params },
      checksParams: true,
    });
  }

  /** Its open builds end, where the repository wants superfluous ones to end; it is no latest any more. */
  async endPullRequest(repo: Repo, ref: string): Promise<void> {
    const { builds, changeBuild, forgetPullRequest } = this.deps;
    await forgetPullRequest(repo, readRef(ref).name);
    if (!repo.autoCancelPullRequests) return;
    const open = await builds.listUnfinished(repo.id);
    for (const build of open.filter((candidate) => isOfPullRequest(candidate, ref))) {
      await changeBuild.send({ build: build.id }, { kind: 'supersede' });
    }
  }

  private async requireReusable(repo: Repo, number: number): Promise<Build> {
    requireActive(repo);
    const previous = await this.deps.builds.findByNumber(repo.id, number);
    if (!previous) throw notFound();
    const refusal = refuseReuse(previous.status);
    if (refusal) throw badRequest(refusal);
    return previous;
  }

  /** The newest commit of a branch, or the one that is named. */
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

  private async readStages(
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

  private async insertBuild(
    repo: Repo,
    request: BuildRequest,
    file: BuildFile,
    stages: PlannedStage[],
    error: string,
    warnings: string[] = [],
  ): Promise<Build | null> {
    const { forge, changeBuild, clock } = this.deps;
    const now = clock.nowSec();
    const link = request.link ?? forge.commitUrl(repo, request.commit.sha);
    const rules = rulesOf(repo);
    return changeBuild.create({
      build: newBuild(repo.id, request, { error, warnings, link, now }),
      file,
      stages: stages.map((stage) => newStage(repo.id, stage, now)),
      claim: request.claim,
      ...(rules.autoCancelPullRequests || rules.autoCancelPushes
        ? { supersedes: (created, older) => supersedes(rules, created, older) }
        : {}),
    });
  }
}

function isOfPullRequest(build: Build, ref: string): boolean {
  return build.event === 'pull_request' && build.ref === ref;
}

function requireActive(repo: Repo): void {
  if (!repo.active) throw badRequest('This repository is not active');
}
