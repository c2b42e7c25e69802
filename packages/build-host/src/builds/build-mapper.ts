import {
  type Attempt,
  type Build,
  isPlaceholder,
  type Stage,
  type Step,
} from '@millrace/build-rules';
import type {
  Build as BuildJson,
  Stage as StageJson,
  StageWaiting,
  Step as StepJson,
} from '@millrace/contract/api';

/** Existing clients expect these fields to be absent, not empty. */
function present<Name extends string, Value>(name: Name, value: Value, isPresent = Boolean(value)) {
  return (isPresent ? { [name]: value } : {}) as { [Key in Name]?: Value };
}

/** Lists contain neither stages nor warnings. */
export function toBuildJson(
  build: Build,
  stages?: StageJson[],
  attempts: Attempt[] = [],
): BuildJson {
  const { warnings, params } = build;
  return {
    id: build.id,
    repo_id: build.repoId,
    trigger: build.trigger,
    number: build.number,
    ...present('parent', build.parent),
    status: build.status,
    ...present('error', build.error),
    event: build.event,
    action: build.action,
    link: build.link,
    timestamp: build.committed,
    ...present('title', build.title),
    message: build.message,
    before: build.before,
    after: build.after,
    ref: build.ref,
    source_repo: build.sourceRepo,
    source: build.source,
    target: build.target,
    author_login: build.authorLogin,
    author_name: build.authorName,
    author_email: build.authorEmail,
    author_avatar: build.authorAvatar,
    sender: build.sender,
    ...present('params', params, Object.keys(params).length > 0),
    ...present('cron', build.cron),
    ...present('deploy_to', build.deployTo),
    ...present('debug', build.isDebug),
    ...(build.pauseStep
      ? { pause_before: { stage: build.pauseStage, step: build.pauseStep } }
      : {}),
    ...present('canceled_by', build.canceledBy),
    ...present('ignored_failures', build.ignoredFailures),
    ...present('pinned', build.isPinned),
    ...present('bisection', build.bisection),
    ...present('file_base', build.fileBase),
    ...present('expired', build.expired, build.expired.length > 0),
    started: build.started,
    finished: build.finished,
    created: build.created,
    updated: build.updated,
    version: build.version,
    attempt: build.attempt,
    ...present('warnings', warnings, stages !== undefined && warnings.length > 0),
    ...present('attempts', attempts, attempts.length > 0),
    ...(stages ? { stages } : {}),
  };
}

export function toStageJson(stage: Stage, steps?: StepJson[], waiting?: StageWaiting): StageJson {
  const { dependsOn, labels } = stage;
  return {
    id: stage.id,
    repo_id: stage.repoId,
    build_id: stage.buildId,
    number: stage.number,
    name: stage.name,
    kind: stage.kind,
    type: stage.type,
    status: stage.status,
    ...present('error', stage.error),
    errignore: stage.ignoresFailure,
    exit_code: stage.exitCode,
    ...present('machine', stage.machine),
    os: stage.os,
    arch: stage.arch,
    ...present('variant', stage.variant),
    ...present('kernel', stage.kernel),
    ...present('limit', stage.concurrency),
    started: stage.started,
    stopped: stage.stopped,
    created: stage.created,
    updated: stage.updated,
    version: stage.version,
    on_success: stage.onSuccess,
    on_failure: stage.onFailure,
    ...present('depends_on', dependsOn, dependsOn.length > 0),
    ...present('labels', labels, Object.keys(labels).length > 0),
    ...present('manual', stage.manual || undefined, stage.manual !== ''),
    ...present('needs_approval', stage.needsApproval, stage.manual !== '' && stage.needsApproval),
    ...present('decided_by', stage.decidedBy),
    ...present('decision_note', stage.decisionNote),
    ...present('placeholder', isPlaceholder(stage)),
    attempt: stage.attempt,
    ...present('host', stage.host, stage.host.kernel !== ''),
    ...present('cleans_up', stage.cleansUp),
    ...present('failure_cause', stage.failureCause || undefined, stage.failureCause !== ''),
    ...present('waiting', waiting ?? waitOfCluster(stage), Boolean(waiting ?? stage.clusterWait)),
    ...present('steps', steps ?? [], Boolean(steps?.length)),
  };
}

function waitOfCluster({ clusterWait: message }: Stage): StageWaiting {
  return { reason: 'cluster', message };
}

export function toStepJson(step: Step): StepJson {
  const { dependsOn } = step;
  return {
    id: step.id,
    step_id: step.stageId,
    number: step.number,
    name: step.name,
    status: step.status,
    ...present('error', step.error),
    ...present('errignore', step.ignoresErrors),
    exit_code: step.exitCode,
    ...present('started', step.started),
    ...present('stopped', step.stopped),
    ...present('duration_ms', step.durationMs),
    version: step.version,
    ...present('depends_on', dependsOn, dependsOn.length > 0),
    ...present('image', step.image),
    ...present('image_digest', step.imageDigest),
    ...present('detached', step.isDetached),
    ...present('schema', step.schema),
    ...present('summary', step.hasSummary),
  };
}
