import { type NewStage, notStarted, type Stage } from '../build.ts';

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
    ...notStarted,
    ...(status === 'blocked' ? { decidedBy: '', decisionNote: '' } : {}),
    created: now,
    updated: now,
  };
}
