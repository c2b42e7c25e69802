import type { BuildRequest } from '../../../builds/build-request.ts';
import type { Build, NewBuild, NewStage } from '../../../domain/build.ts';
import { splitMessage } from '../../../domain/commit-message.ts';
import type { PlannedStage } from '../../../domain/plan-stages.ts';

/** A login read from an email address may have any length, and it is indexed. */
const longestLogin = 100;

/** A new build of a repository; with an error it is over at once. */
export function newBuild(
  repoId: number,
  request: BuildRequest,
  facts: { error: string; warnings: string[]; link: string; now: number },
): NewBuild {
  const { commit } = request;
  const { title, message } = splitMessage(commit.message);
  const { error, warnings, link, now } = facts;
  return {
    repoId,
    trigger: request.trigger,
    sender: request.sender,
    parent: request.parent ?? 0,
    status: error ? 'error' : 'pending',
    error,
    event: request.event,
    action: request.action ?? '',
    link,
    title: request.title ?? title,
    message,
    before: request.before ?? '',
    after: commit.sha,
    ref: request.ref,
    sourceRepo: request.sourceRepo ?? '',
    source: request.source ?? request.target,
    target: request.target,
    authorLogin: commit.authorLogin.slice(0, longestLogin),
    authorName: commit.authorName,
    authorEmail: commit.authorEmail,
    authorAvatar: commit.authorAvatar,
    committed: commit.committedSec,
    params: request.params ?? {},
    warnings,
    cron: request.cron ?? '',
    deployTo: request.deployTo ?? '',
    delivery: request.delivery ?? null,
    isDebug: request.debug ?? false,
    canceledBy: '',
    attempt: 1,
    started: error ? now : 0,
    finished: error ? now : 0,
    created: now,
    updated: now,
  };
}

export function newStage(repoId: number, planned: PlannedStage, now: number): NewStage {
  return {
    ...planned,
    repoId,
    error: '',
    exitCode: 0,
    machine: '',
    runner: '',
    decidedBy: '',
    attempt: 1,
    started: 0,
    stopped: 0,
    created: now,
    updated: now,
  };
}

/** The same work again: what a restart or a deployment takes over from a build. */
export function requestFrom(build: Build): BuildRequest {
  return {
    event: build.event,
    action: build.action,
    trigger: build.trigger,
    sender: build.sender,
    ref: build.ref,
    target: build.target,
    source: build.source,
    sourceRepo: build.sourceRepo,
    title: build.title,
    link: build.link,
    before: build.before,
    parent: build.number,
    params: build.params,
    cron: build.cron,
    deployTo: build.deployTo,
    commit: {
      sha: build.after,
      message: build.message,
      authorLogin: build.authorLogin,
      authorName: build.authorName,
      authorEmail: build.authorEmail,
      authorAvatar: build.authorAvatar,
      committedSec: build.committed,
    },
  };
}
