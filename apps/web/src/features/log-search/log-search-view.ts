import type { Build, LogHit, LogSearch, StepHits } from '@millrace/contract/api';

/** A hit with its index in the whole list. */
export interface PlacedHit {
  index: number;
  stage: number;
  step: number;
  hit: LogHit;
}

export interface ShownStep {
  key: string;
  name: string;
  /** Number of matching lines, including those that are not listed. */
  count: number;
  hits: PlacedHit[];
}

/** Groups hits by step, with the names of stage and step in the build. */
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

/** Maximum number of characters before the first match. It keeps the match visible in a narrow list. */
const shownBefore = 40;

/** Splits a line at its matches. Text far before the first match is left out. */
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
