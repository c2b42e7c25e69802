import { type Build, type NewBuild, type NewStage, notStarted } from '@millrace/build-rules';
import type { PlannedStage } from '@millrace/pipeline';
import type { BuildInput } from './build-input.ts';
import { splitMessage } from './commit-message.ts';

/** A login taken from an email address may be longer, and the column is indexed. */
const maxLoginLength = 100;

/** Returns a new build of a repository. With an error, it is already finished. */
export function newBuild(
  repoId: number,
  request: BuildInput,
  facts: { error: string; warnings: string[]; link: string; now: number; fileBase?: number },
): NewBuild {
  const { commit } = request;
  const { title } = splitMessage(commit.message);
  const { message } = splitMessage(request.message ?? commit.message);
  const { error, warnings, link, now, fileBase = 0 } = facts;
  return {
    repoId,
    trigger: request.trigger,
    sender: request.sender,
    reader: request.reader ?? '',
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
    authorLogin: commit.authorLogin.slice(0, maxLoginLength),
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
    pauseStage: request.pauseBefore?.stage ?? '',
    pauseStep: request.pauseBefore?.step ?? '',
    canceledBy: '',
    ending: '',
    ignoredFailures: 0,
    isPinned: false,
    expired: [],
    attempt: 1,
    bisection: request.bisection?.id ?? 0,
    fileBase,
    started: error ? now : 0,
    finished: error ? now : 0,
    created: now,
    updated: now,
  };
}

/** @param infrastructureRetries further tries after failures of the infrastructure */
export function newStage(
  repoId: number,
  planned: Omit<PlannedStage, 'status'> & Pick<NewStage, 'status'>,
  {
    now,
    infrastructureRetries,
    priority = 0,
  }: { now: number; infrastructureRetries: number; priority?: number },
): NewStage {
  return {
    ...planned,
    // In a build that needs an approval, all stages are blocked.
    needsApproval: planned.status === 'blocked',
    status: planned.manual ? 'blocked' : planned.status,
    repoId,
    retry: { ...planned.retry, infrastructure: infrastructureRetries },
    ...notStarted,
    decidedBy: '',
    decisionNote: '',
    priority,
    attempt: 1,
    created: now,
    updated: now,
  };
}

/** Returns a request with the commit, event and parameters of a build, for a restart or a deployment. */
export function requestFrom(build: Build): BuildInput {
  return {
    event: build.event,
    action: build.action,
    trigger: build.trigger,
    sender: build.sender,
    reader: build.reader,
    ref: build.ref,
    target: build.target,
    source: build.source,
    sourceRepo: build.sourceRepo,
    title: build.title,
    message: build.message,
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

/** Returns the request that deploys the commit of a build to a target. */
export function deploymentFrom(
  previous: Build,
  { event, target }: { event: 'promote' | 'rollback'; target: string },
): BuildInput {
  const { action: _action, cron: _cron, ...request } = requestFrom(previous);
  return { ...request, event, deployTo: target };
}
