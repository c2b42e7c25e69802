import { type PastBuild, unknownHost } from '@millrace/build-rules';
import { buildEvents, isFinished, type Status, statuses } from '@millrace/contract/vocabulary';
import { parseJson } from '@millrace/node-kit/parse-json';
import { z } from 'zod/mini';
import type { BuildRow, StageRow, StepRow } from './drone-rows.ts';

/** Reason why a build is left out. */
export class NotImported extends Error {}

const status = z.enum(statuses);
const event = z.enum(buildEvents);
/** Go writes `null` for an empty list or object. */
const names = z.nullable(z.array(z.string()));
const texts = z.nullable(z.record(z.string(), z.string()));

export interface DroneBuild {
  build: BuildRow;
  stages: { stage: StageRow; steps: StepRow[] }[];
}

/**
 * Converts a finished build of Drone.
 * @throws NotImported with the reason if it is unfinished, or has an unknown status or event
 */
export function mapBuild({ build, stages }: DroneBuild, repoId: number): PastBuild {
  return {
    build: {
      repoId,
      number: build.build_number,
      trigger: build.build_trigger,
      reader: '',
      sender: build.build_sender,
      parent: build.build_parent,
      status: finishedStatus(build.build_status),
      error: build.build_error,
      event: readEvent(build.build_event),
      action: build.build_action,
      link: build.build_link,
      title: build.build_title,
      message: build.build_message,
      before: build.build_before,
      after: build.build_after,
      ref: build.build_ref,
      sourceRepo: build.build_source_repo,
      source: build.build_source,
      target: build.build_target,
      authorLogin: build.build_author,
      authorName: build.build_author_name,
      authorEmail: build.build_author_email,
      authorAvatar: build.build_author_avatar,
      committed: build.build_timestamp,
      params: parseJson(texts, build.build_params) ?? {},
      warnings: [],
      cron: build.build_cron,
      deployTo: build.build_deploy,
      delivery: null,
      isDebug: build.build_debug,
      pauseStage: '',
      pauseStep: '',
      canceledBy: '',
      ending: '',
      ignoredFailures: 0,
      isPinned: false,
      expired: [],
      attempt: 1,
      bisection: 0,
      fileBase: 0,
      started: build.build_started,
      finished: build.build_finished,
      created: build.build_created,
      updated: build.build_updated,
      version: Math.max(1, build.build_version),
    },
    stages: stages.map(({ stage, steps }) => ({
      stage: mapStage(stage, repoId),
      steps: steps.map((step) => ({ key: step.step_id, step: mapStep(step) })),
    })),
  };
}

function mapStage(stage: StageRow, repoId: number): PastBuild['stages'][number]['stage'] {
  return {
    repoId,
    number: stage.stage_number,
    name: stage.stage_name,
    kind: stage.stage_kind,
    type: stage.stage_type,
    status: endedStatus(stage.stage_status),
    error: stage.stage_error,
    exitCode: stage.stage_exit_code,
    machine: stage.stage_machine,
    runner: '',
    os: stage.stage_os,
    arch: stage.stage_arch,
    variant: stage.stage_variant,
    kernel: stage.stage_kernel,
    labels: parseJson(texts, stage.stage_labels) ?? {},
    concurrency: stage.stage_limit,
    dependsOn: parseJson(names, stage.stage_depends_on) ?? [],
    onSuccess: stage.stage_on_success,
    onFailure: stage.stage_on_failure,
    decidedBy: '',
    decisionNote: '',
    priority: 0,
    attempt: 1,
    retry: { max: 0, infrastructure: 0, causes: [], exitCodes: [] },
    retries: 0,
    failureCause: '',
    clusterWait: '',
    cleansUp: false,
    ignoresFailure: false,
    manual: '',
    needsApproval: false,
    matrixOf: '',
    host: unknownHost,
    started: stage.stage_started,
    stopped: stage.stage_stopped,
    created: stage.stage_created,
    updated: stage.stage_updated,
    version: Math.max(1, stage.stage_version),
  };
}

function mapStep(step: StepRow): PastBuild['stages'][number]['steps'][number]['step'] {
  return {
    number: step.step_number,
    name: step.step_name,
    status: endedStatus(step.step_status),
    error: step.step_error,
    ignoresErrors: step.step_errignore,
    exitCode: step.step_exit_code,
    started: step.step_started,
    stopped: step.step_stopped,
    durationMs: 0,
    dependsOn: parseJson(names, step.step_depends_on) ?? [],
    image: step.step_image,
    isDetached: step.step_detached,
    schema: step.step_schema,
    hasDeletedLog: false,
    hasSummary: false,
    imageDigest: '',
    version: Math.max(1, step.step_version),
  };
}

function finishedStatus(text: string): Status {
  const found = readStatus(text);
  if (isFinished(found)) return found;
  throw new NotImported('the build is not finished; import it again when it is');
}

/** A stage or step of a finished build whose end Drone has not stored must not be offered to runners. */
function endedStatus(text: string): Status {
  const found = readStatus(text);
  return isFinished(found) ? found : 'killed';
}

function readStatus(text: string): Status {
  const found = status.safeParse(text).data;
  if (!found) throw new NotImported(`the status ${text} is unknown`);
  return found;
}

function readEvent(text: string) {
  const found = event.safeParse(text).data;
  if (!found) throw new NotImported(`the event ${text} is unknown`);
  return found;
}
