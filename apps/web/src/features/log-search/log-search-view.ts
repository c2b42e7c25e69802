import type { Build, LogHit, LogSearch, StepHits } from '@millrace/contract/api';

/** A hit with its place among all that are listed. */
export interface PlacedHit {
  index: number;
  stage: number;
  step: number;
  hit: LogHit;
}

export interface ShownStep {
  key: string;
  name: string;
  /** Of all its lines that match. */
  count: number;
  hits: PlacedHit[];
}

/** The steps with hits under the names that the build has for them. */
export function toShownSteps(found: LogSearch, build: Build): ShownStep[] {
  let index = 0;
  return found.steps.map(({ stage, step, count, hits }) => ({
    key: `${stage}/${step}`,
    name: nameOf(build, { stage, step }),
    count,
    hits: hits.map((hit) => ({ index: index++, stage, step, hit })),
  }));
}

function nameOf(build: Build, { stage, step }: Pick<StepHits, 'stage' | 'step'>): string {
  const ofBuild = build.stages?.find(({ number }) => number === stage);
  const ofStage = ofBuild?.steps?.find(({ number }) => number === step);
  return `${ofBuild?.name ?? stage} / ${ofStage?.name ?? step}`;
}

export interface HitPiece {
  at: number;
  text: string;
  isMatch: boolean;
}

/** So much before the first match that it can still be seen in a narrow list. */
const shownBefore = 40;

/** The line from a little before its first match on, cut where its matches begin and end. */
export function cutHit({ out, ranges }: LogHit): HitPiece[] {
  const pieces: HitPiece[] = [];
  let at = Math.max(0, (ranges[0]?.from ?? 0) - shownBefore);
  const cut = (to: number, isMatch: boolean) => {
    if (to > at) pieces.push({ at, text: out.slice(at, to), isMatch });
    at = Math.max(at, to);
  };
  for (const { from, to } of ranges) {
    cut(from, false);
    cut(to, true);
  }
  cut(out.length, false);
  return pieces;
}
