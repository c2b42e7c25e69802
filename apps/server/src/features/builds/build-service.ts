import { formatProblem, parsePipelineFile } from '@millrace/contract/pipeline';
import type { BuildEvent } from '@millrace/contract/vocabulary';
import { isFinished } from '@millrace/contract/vocabulary';
import type { Database } from '../../db/database.ts';
import type { BuildRow, RepoRow, UserRow } from '../../db/tables.ts';
import { splitMessage } from '../../domain/commit-message.ts';
import { type PlannedStage, planStages } from '../../domain/plan-stages.ts';
import { cancelledStatus } from '../../domain/stage-graph.ts';
import type { Forge, ForgeCommit } from '../../forges/forge.ts';
import type { Clock } from '../../shared/clock.ts';
import { badRequest, forbidden, notFound } from '../../shared/errors.ts';
import type { Events } from '../../shared/events.ts';
import { BuildStore } from './build-store.ts';
import { StageStore } from './stage-store.ts';

/** Exit code of what a cancel killed, as existing runners report it. */
const killedExitCode = 130;

/** What starts a build. */
export interface BuildRequest {
  event: BuildEvent;
  /** `@hook`, `@cron`, or the login of the person who asked. */
  trigger: string;
  /** The authenticated account behind it, never the commit's author. */
  sender: string;
  ref: string;
  /** The branch or tag that is built. */
  target: string;
  commit: ForgeCommit;
  before?: string;
  parent?: number;
  params?: Record<string, string>;
  debug?: boolean;
  /** The pipeline file, where it is not to be read from the commit again. */
  config?: string;
}

interface Parts {
  db: Database;
  forge: Forge;
  events: Events;
  clock: Clock;
  publicHost: () => string;
}

/** Creates, restarts and cancels builds. */
export class BuildService {
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** Null where no pipeline of the file wants this event. An invalid file makes a build in error. */
  async createBuild(repo: RepoRow, request: BuildRequest): Promise<BuildRow | null> {
    const config = request.config ?? (await this.readConfig(repo, request.commit.sha));
    const { pipelines, problems } = parsePipelineFile(config);
    const errors = problems.filter((problem) => problem.severity === 'error');
    if (errors.length > 0) {
      const error = `${repo.config_path}: ${errors.map(formatProblem).join('; ')}`;
      return this.insertBuild(repo, request, config, [], error);
    }
    const stages = planStages(pipelines, {
      event: request.event,
      branch: request.target,
      ref: request.ref,
      repo: repo.slug,
      instance: this.parts.publicHost(),
    });
    return stages.length > 0 ? this.insertBuild(repo, request, config, stages, '') : null;
  }

  /** A build that a person starts, of a branch or a commit. */
  async startBuild(
    repo: RepoRow,
    person: UserRow,
    wanted: { branch: string; commit: string; params: Record<string, string> },
  ): Promise<BuildRow | null> {
    if (!repo.active) throw badRequest('This repository is not active');
    const branch = wanted.branch || repo.default_branch;
    const revision = wanted.commit || `refs/heads/${branch}`;
    const commit = await this.parts.forge.findCommit(repo, revision);
    if (!commit) {
      throw notFound(
        wanted.commit ? `There is no commit ${wanted.commit}` : `There is no branch ${branch}`,
      );
    }
    return this.createBuild(repo, {
      event: 'custom',
      trigger: person.login,
      sender: person.login,
      ref: `refs/heads/${branch}`,
      target: branch,
      commit,
      params: wanted.params,
    });
  }

  /** The same commit, event and pipeline file under a new number. */
  async restartBuild(
    repo: RepoRow,
    person: UserRow,
    number: number,
    options: { params: Record<string, string>; debug: boolean },
  ): Promise<BuildRow | null> {
    const builds = new BuildStore(this.parts.db);
    const previous = await builds.findByNumber(repo.id, number);
    if (!previous) throw notFound();
    if (previous.status === 'blocked' || previous.status === 'declined') {
      throw badRequest(`cannot start a ${previous.status} build`);
    }
    return this.createBuild(repo, {
      event: previous.event,
      trigger: person.login,
      sender: person.login,
      ref: previous.ref,
      target: previous.target,
      before: previous.before,
      parent: previous.number,
      params: { ...JSON.parse(previous.params), ...options.params },
      debug: options.debug,
      config: await builds.findConfig(previous.id),
      commit: {
        sha: previous.after,
        message: previous.message,
        authorLogin: previous.author_login,
        authorName: previous.author_name,
        authorEmail: previous.author_email,
        authorAvatar: previous.author_avatar,
        committedSec: previous.timestamp,
      },
    });
  }

  /** Ends a build that is not over; one that is over stays as it is. */
  async cancelBuild(
    repo: RepoRow,
    person: { login: string; canWrite: boolean },
    number: number,
  ): Promise<BuildRow> {
    const build = await new BuildStore(this.parts.db).findByNumber(repo.id, number);
    if (!build) throw notFound();
    if (!person.canWrite && build.trigger !== person.login && build.sender !== person.login) {
      throw forbidden('You need write permission to cancel a build that somebody else started');
    }
    const { cancelled, stepIds } = await this.endBuild(build.id);
    for (const stepId of stepIds) this.parts.events.emit('logEnded', { stepId });
    this.publish(cancelled);
    return cancelled;
  }

  private endBuild(buildId: number): Promise<{ cancelled: BuildRow; stepIds: number[] }> {
    const now = this.parts.clock.nowSec();
    return this.parts.db.transaction().execute(async (trx) => {
      const builds = new BuildStore(trx);
      const stages = new StageStore(trx);
      const build = await builds.findById(buildId);
      if (!build) throw notFound();
      if (isFinished(build.status)) return { cancelled: build, stepIds: [] };
      const open = (await builds.listStages(buildId)).filter((row) => !isFinished(row.status));
      const steps = await stages.listSteps(open.map((stage) => stage.id));
      const openSteps = steps.filter((step) => !isFinished(step.status));
      for (const row of open) await stages.update(row.id, endOf(row, now));
      for (const row of openSteps) await stages.updateStep(row.id, endOf(row, now));
      const cancelled = await builds.update(buildId, {
        status: 'killed',
        finished: now,
        updated: now,
      });
      return { cancelled, stepIds: openSteps.map((step) => step.id) };
    });
  }

  private async readConfig(repo: RepoRow, sha: string): Promise<string> {
    const config = await this.parts.forge.readFile(repo, sha, repo.config_path);
    if (config === null) {
      throw notFound(`There is no ${repo.config_path} in commit ${sha.slice(0, 8)}`);
    }
    return config;
  }

  private async insertBuild(
    repo: RepoRow,
    request: BuildRequest,
    config: string,
    stages: PlannedStage[],
    error: string,
  ): Promise<BuildRow> {
    const now = this.parts.clock.nowSec();
    const { commit } = request;
    const { title, message } = splitMessage(commit.message);
    const build = await this.parts.db.transaction().execute(async (trx) => {
      const builds = new BuildStore(trx);
      const number = await builds.takeNumber(repo.id);
      return builds.insert(
        {
          repo_id: repo.id,
          trigger: request.trigger,
          number,
          parent: request.parent ?? 0,
          status: error ? 'error' : 'pending',
          error,
          event: request.event,
          action: '',
          link: this.parts.forge.commitUrl(repo, commit.sha),
          timestamp: commit.committedSec,
          title,
          message,
          before: request.before ?? '',
          after: commit.sha,
          ref: request.ref,
          source_repo: '',
          source: request.target,
          target: request.target,
          author_login: commit.authorLogin,
          author_name: commit.authorName,
          author_email: commit.authorEmail,
          author_avatar: commit.authorAvatar,
          sender: request.sender,
          params: JSON.stringify(request.params ?? {}),
          cron: '',
          deploy_to: '',
          debug: request.debug ? 1 : 0,
          started: error ? now : 0,
          finished: error ? now : 0,
          created: now,
          updated: now,
          version: 1,
        },
        config,
        stages.map((stage) => ({
          repo_id: repo.id,
          number: stage.number,
          name: stage.name,
          kind: stage.kind,
          type: stage.type,
          status: stage.status,
          error: '',
          exit_code: 0,
          machine: '',
          os: stage.os,
          arch: stage.arch,
          started: 0,
          stopped: 0,
          created: now,
          updated: now,
          version: 1,
          on_success: stage.onSuccess ? 1 : 0,
          on_failure: stage.onFailure ? 1 : 0,
          depends_on: JSON.stringify(stage.dependsOn),
        })),
      );
    });
    this.publish(build);
    if (stages.length > 0) this.parts.events.emit('stageQueued');
    return build;
  }

  private publish(build: BuildRow): void {
    this.parts.events.emit('buildChanged', { repoId: build.repo_id, buildId: build.id });
    if (isFinished(build.status)) this.parts.events.emit('buildEnded', { buildId: build.id });
  }
}

function endOf(row: Pick<BuildRow, 'status' | 'started'>, now: number) {
  const status = cancelledStatus(row.status);
  return status === 'killed'
    ? { status, stopped: now, exit_code: killedExitCode }
    : { status, stopped: 0 };
}
