import type { Build, Line, Stage, Step } from '@millrace/contract/api';
import { sampleStage, sampleStep } from '../samples.ts';
import type { MockApi } from './mock-api.ts';
import { nowSec, someBuild, someRepo } from './state.ts';

const slug = 'octo/hello';
export const logPath = `${slug}/1/1/1`;

/** A step that ran for half a minute, unless said otherwise. */
export function someStep(fields: Partial<Step> = {}): Step {
  const started = nowSec() - 90;
  return sampleStep({ started, stopped: started + 30, ...fields });
}

export function someStage(fields: Partial<Stage> = {}): Stage {
  const started = nowSec() - 90;
  return sampleStage({ started, stopped: started + 30, machine: 'runner-7', ...fields });
}

/** Build 1 of octo/hello, with one stage of one step unless said otherwise. */
export function giveBuild(mock: MockApi, fields: Partial<Build> = {}): Build {
  const stages = fields.stages ?? [someStage({ steps: [someStep()] })];
  const build = someBuild({ id: 1, number: 1, title: 'Say hello', ...fields, stages });
  mock.state.builds[slug] = [build];
  return build;
}

/** A build whose only step is in this state, and the build and its stage too. */
export function giveStep(mock: MockApi, fields: Partial<Step>, build: Partial<Build> = {}) {
  const status = fields.status ?? 'success';
  const isRunning = status === 'running';
  const step = someStep({ ...(isRunning && { stopped: 0 }), ...fields });
  const stage = someStage({ status, ...(isRunning && { stopped: 0 }), steps: [step] });
  return giveBuild(mock, { status, ...(isRunning && { finished: 0 }), ...build, stages: [stage] });
}

/** A newer state of the build, on the server and told to its open pages. */
export function changeBuild(mock: MockApi, build: Build, fields: Partial<Build>): Build {
  const next = { ...build, ...fields, version: build.version + 1 };
  mock.state.builds[slug] = [next];
  mock.publish(mock.state.repos[0] ?? someRepo({ slug }), next);
  return next;
}

export function linesOf(texts: readonly string[], from = 0): Line[] {
  return texts.map((text, at) => ({ pos: from + at, out: `${text}\n`, time: from + at }));
}

export const numbered = (count: number): Line[] =>
  linesOf(Array.from({ length: count }, (_, at) => `line ${at + 1}`));
