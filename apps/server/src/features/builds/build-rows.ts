import type { BuildRow, NewBuildRow, NewStageRow, RepoRow } from '../../db/tables.ts';
import { splitMessage } from '../../domain/commit-message.ts';
import type { PlannedStage } from '../../domain/plan-stages.ts';
import type { BuildRequest } from './build-request.ts';

/** The row of a new build; with an error it is over at once. */
export function newBuildRow(
  repo: RepoRow,
  number: number,
  request: BuildRequest,
  facts: { error: string; warnings: string[]; link: string; now: number },
): NewBuildRow {
  const { commit } = request;
  const { title, message } = splitMessage(commit.message);
  return {
    repo_id: repo.id,
    trigger: request.trigger,
    number,
    parent: request.parent ?? 0,
    status: facts.error ? 'error' : 'pending',
    error: facts.error,
    event: request.event,
    action: request.action ?? '',
    link: facts.link,
    timestamp: commit.committedSec,
    title: request.title ?? title,
    message,
    before: request.before ?? '',
    after: commit.sha,
    ref: request.ref,
    source_repo: request.sourceRepo ?? '',
    source: request.source ?? request.target,
    target: request.target,
    author_login: commit.authorLogin,
    author_name: commit.authorName,
    author_email: commit.authorEmail,
    author_avatar: commit.authorAvatar,
    sender: request.sender,
    params: JSON.stringify(request.params ?? {}),
    warnings: JSON.stringify(facts.warnings),
    delivery: request.delivery ?? null,
    cron: request.cron ?? '',
    deploy_to: request.deployTo ?? '',
    debug: request.debug ? 1 : 0,
    started: facts.error ? facts.now : 0,
    finished: facts.error ? facts.now : 0,
    created: facts.now,
    updated: facts.now,
    version: 1,
  };
}

export function newStageRow(
  repo: RepoRow,
  stage: PlannedStage,
  now: number,
): Omit<NewStageRow, 'build_id'> {
  return {
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
    variant: stage.variant,
    kernel: stage.kernel,
    labels: JSON.stringify(stage.labels),
    started: 0,
    stopped: 0,
    created: now,
    updated: now,
    version: 1,
    on_success: stage.onSuccess ? 1 : 0,
    on_failure: stage.onFailure ? 1 : 0,
    concurrency: stage.concurrency,
    depends_on: JSON.stringify(stage.dependsOn),
  };
}

/** The same work again: what a restart or a deployment takes over from a build. */
export function requestFrom(build: BuildRow): BuildRequest {
  return {
    event: build.event,
    action: build.action,
    trigger: build.trigger,
    sender: build.sender,
    ref: build.ref,
    target: build.target,
    source: build.source,
    sourceRepo: build.source_repo,
    title: build.title,
    before: build.before,
    parent: build.number,
    params: JSON.parse(build.params),
    cron: build.cron,
    deployTo: build.deploy_to,
    commit: {
      sha: build.after,
      message: build.message,
      authorLogin: build.author_login,
      authorName: build.author_name,
      authorEmail: build.author_email,
      authorAvatar: build.author_avatar,
      committedSec: build.timestamp,
    },
  };
}
