import type { Stage } from '@millrace/contract/api';
import type { Pipeline, PlannedStage } from '@millrace/pipeline';

/** @param planned undefined for a pipeline that is not part of the build */
export function dryStage(pipeline: Pipeline, planned: PlannedStage | undefined): Stage {
  return {
    id: 0,
    repo_id: 0,
    build_id: 0,
    number: planned?.number ?? 0,
    name: pipeline.name,
    kind: pipeline.kind,
    type: pipeline.type,
    status: planned?.status ?? 'skipped',
    errignore: pipeline.ignoresFailure,
    ...(pipeline.manual ? { manual: pipeline.manual } : {}),
    exit_code: 0,
    os: pipeline.platform.os,
    arch: pipeline.platform.arch,
    variant: pipeline.platform.variant,
    started: 0,
    stopped: 0,
    created: 0,
    updated: 0,
    version: 1,
    on_success: planned?.onSuccess ?? true,
    on_failure: planned?.onFailure ?? false,
    depends_on: planned?.dependsOn ?? pipeline.dependsOn,
  };
}
