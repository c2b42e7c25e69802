import type { Build, Stage, Step } from '../api/index.ts';
import { nowSec } from './now-sec.ts';
import { sampleBuild, sampleStage, sampleStep } from './samples.ts';

// Samples with times relative to now, for pages that show ages.

/** A build that was created an hour ago and finished after a minute. */
export function recentBuild(fields: Partial<Build> = {}): Build {
  const created = fields.created ?? nowSec() - 3600;
  return sampleBuild({ created, started: created + 1, finished: created + 61, ...fields });
}

/** Builds `count` down to 1, an hour apart. */
export function recentBuilds(count: number, fields: Partial<Build> = {}): Build[] {
  return Array.from({ length: count }, (_, index) =>
    recentBuild({
      id: count - index,
      number: count - index,
      title: `Change ${count - index}`,
      created: nowSec() - (index + 1) * 3600,
      ...fields,
    }),
  );
}

export function recentStage(fields: Partial<Stage> = {}): Stage {
  const started = nowSec() - 90;
  return sampleStage({ started, stopped: started + 30, machine: 'runner-7', ...fields });
}

/** A step that finished a minute ago, after half a minute. */
export function recentStep(fields: Partial<Step> = {}): Step {
  const started = nowSec() - 90;
  return sampleStep({ started, stopped: started + 30, ...fields });
}
