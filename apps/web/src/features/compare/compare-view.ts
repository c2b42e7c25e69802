import type { Build, Stage, Step, UsualDuration } from '@millrace/contract/api';
import { isFinished } from '@millrace/contract/vocabulary';

/** A stage or step of one of the builds. */
export type Part = Pick<Stage | Step, 'number' | 'name' | 'status' | 'started' | 'stopped'>;

/** Change of a stage or step between two builds; `same` if it is not worth a label. */
type Change = 'added' | 'gone' | 'broken' | 'fixed' | 'slower' | 'faster' | 'same';

export interface ComparedRow {
  key: string;
  name: string;
  /** Name of the step; undefined in the row of a stage. */
  step: string | undefined;
  stage: string;
  before: Part | undefined;
  after: Part | undefined;
  /** Number of the stage in each build. */
  stages: [before: number | undefined, after: number | undefined];
  change: Change;
  /** Increase of the duration, in seconds; null if it did not finish in both builds. */
  longer: number | null;
  usual: UsualDuration | undefined;
}

/** Pairs the stages and steps of two builds by name, in the order of the later build. */
export function compareStages(
  before: Build,
  after: Build,
  usual: readonly UsualDuration[],
): ComparedRow[] {
  return pair(before.stages, after.stages).flatMap(([old, now]) => {
    const stage = now?.name ?? old?.name ?? '';
    const stages: ComparedRow['stages'] = [old?.number, now?.number];
    return [
      toRow(old, now, { stage, stages, step: undefined }, usual),
      ...pair(old?.steps, now?.steps).map(([oldStep, nowStep]) => {
        const step = nowStep?.name ?? oldStep?.name;
        return toRow(oldStep, nowStep, { stage, stages, step }, usual);
      }),
    ];
  });
}

/** Pairs items by name. Items that only the older build has are last. */
function pair<Named extends { name: string }>(
  before: readonly Named[] = [],
  after: readonly Named[] = [],
): [Named | undefined, Named | undefined][] {
  const left = [...before];
  const pairs = after.map((now): [Named | undefined, Named | undefined] => {
    const at = left.findIndex(({ name }) => name === now.name);
    return [at < 0 ? undefined : left.splice(at, 1)[0], now];
  });
  return [...pairs, ...left.map((old): [Named, undefined] => [old, undefined])];
}

function toRow(
  before: Part | undefined,
  after: Part | undefined,
  place: Pick<ComparedRow, 'stage' | 'step' | 'stages'>,
  usual: readonly UsualDuration[],
): ComparedRow {
  const range = usual.find(
    ({ stage_name, step_name }) => stage_name === place.stage && step_name === place.step,
  );
  const [took, takes] = [secondsOf(before), secondsOf(after)];
  const longer = took === null || takes === null ? null : takes - took;
  return {
    ...place,
    key: JSON.stringify([place.stage, place.step]),
    name: place.step ?? place.stage,
    before,
    after,
    change: changeOf(before, after, { longer, takes, range }),
    longer,
    usual: range,
  };
}

function changeOf(
  before: Part | undefined,
  after: Part | undefined,
  times: { longer: number | null; takes: number | null; range: UsualDuration | undefined },
): Change {
  if (!before) return 'added';
  if (!after) return 'gone';
  if (hasFailed(after) && before.status === 'success') return 'broken';
  if (hasFailed(before) && after.status === 'success') return 'fixed';
  const { longer, takes, range } = times;
  if (longer === null || takes === null || !range) return 'same';
  if (longer > 0 && takes > range.high) return 'slower';
  return longer < 0 && takes < range.low ? 'faster' : 'same';
}

/** Returns the duration in seconds; null if the stage or step did not run or has not finished. */
export function secondsOf(part: Part | undefined): number | null {
  if (!part?.started || !part.stopped || !isFinished(part.status)) return null;
  return Math.max(0, part.stopped - part.started);
}

function hasFailed({ status }: Part): boolean {
  return status === 'failure' || status === 'error' || status === 'killed';
}

export interface ComparedParameter {
  name: string;
  before: string | undefined;
  after: string | undefined;
}

/** Lists the parameters that differ, sorted by name. */
export function compareParameters(before: Build, after: Build): ComparedParameter[] {
  const [old = {}, now = {}] = [before.params, after.params];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .toSorted()
    .map((name) => ({ name, before: old[name], after: now[name] }))
    .filter((parameter) => parameter.before !== parameter.after);
}
