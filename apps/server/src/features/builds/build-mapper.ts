import type { Build, Stage, StageWaiting, Step } from '@millrace/contract/api';
import type { BuildRow, StageRow, StepRow } from '../../db/tables.ts';

/** Existing clients expect these fields to be absent, not empty. */
function present<Name extends string, Value>(name: Name, value: Value, isPresent = Boolean(value)) {
  return (isPresent ? { [name]: value } : {}) as { [Key in Name]?: Value };
}

/** Lists leave the stages out, and the warnings with them. */
export function toBuildJson(row: BuildRow, stages?: Stage[]): Build {
  const warnings: string[] = JSON.parse(row.warnings);
  const params: Record<string, string> = JSON.parse(row.params);
  return {
    id: row.id,
    repo_id: row.repo_id,
    trigger: row.trigger,
    number: row.number,
    ...present('parent', row.parent),
    status: row.status,
    ...present('error', row.error),
    event: row.event,
    action: row.action,
    link: row.link,
    timestamp: row.timestamp,
    ...present('title', row.title),
    message: row.message,
    before: row.before,
    after: row.after,
    ref: row.ref,
    source_repo: row.source_repo,
    source: row.source,
    target: row.target,
    author_login: row.author_login,
    author_name: row.author_name,
    author_email: row.author_email,
    author_avatar: row.author_avatar,
    sender: row.sender,
    ...present('params', params, Object.keys(params).length > 0),
    ...present('cron', row.cron),
    ...present('deploy_to', row.deploy_to),
    ...present('debug', row.debug === 1),
    started: row.started,
    finished: row.finished,
    created: row.created,
    updated: row.updated,
    version: row.version,
    ...present('warnings', warnings, stages !== undefined && warnings.length > 0),
    ...(stages ? { stages } : {}),
  };
}

export function toStageJson(row: StageRow, steps?: Step[], waiting?: StageWaiting): Stage {
  const dependsOn: string[] = JSON.parse(row.depends_on);
  const labels: Record<string, string> = JSON.parse(row.labels);
  return {
    id: row.id,
    repo_id: row.repo_id,
    build_id: row.build_id,
    number: row.number,
    name: row.name,
    kind: row.kind,
    type: row.type,
    status: row.status,
    ...present('error', row.error),
    errignore: false,
    exit_code: row.exit_code,
    ...present('machine', row.machine),
    os: row.os,
    arch: row.arch,
    ...present('variant', row.variant),
    ...present('kernel', row.kernel),
    ...present('limit', row.concurrency),
    started: row.started,
    stopped: row.stopped,
    created: row.created,
    updated: row.updated,
    version: row.version,
    on_success: row.on_success === 1,
    on_failure: row.on_failure === 1,
    ...present('depends_on', dependsOn, dependsOn.length > 0),
    ...present('labels', labels, Object.keys(labels).length > 0),
    ...(waiting ? { waiting } : {}),
    ...present('steps', steps ?? [], Boolean(steps?.length)),
  };
}

export function toStepJson(row: StepRow): Step {
  const dependsOn: string[] = JSON.parse(row.depends_on);
  return {
    id: row.id,
    step_id: row.stage_id,
    number: row.number,
    name: row.name,
    status: row.status,
    ...present('error', row.error),
    ...present('errignore', row.errignore === 1),
    exit_code: row.exit_code,
    ...present('started', row.started),
    ...present('stopped', row.stopped),
    version: row.version,
    ...present('depends_on', dependsOn, dependsOn.length > 0),
    ...present('image', row.image),
    ...present('detached', row.detached === 1),
    ...present('schema', row.schema),
  };
}
