import { type NewStage, type Stage, unknownHost } from '../build.ts';

/** Returns a new stage that replaces one in a later attempt. */
export function repeatStage(
  stage: Stage,
  { attempt, status }: Pick<Stage, 'attempt' | 'status'>,
  now: number,
): NewStage {
  const { id: _id, buildId: _buildId, version: _version, ...fields } = stage;
  return {
    ...fields,
    status,
    attempt,
    retries: 0,
    failureCause: '',
    host: unknownHost,
    error: '',
    exitCode: 0,
    machine: '',
    runner: '',
    started: 0,
    stopped: 0,
    created: now,
    updated: now,
  };
}
