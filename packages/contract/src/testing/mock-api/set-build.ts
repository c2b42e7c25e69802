import type { Build, Stage, Step } from '../../api/index.ts';
import { recentBuild, recentStage, recentStep } from '../recent-samples.ts';
import { sampleRepo } from '../samples.ts';
import type { MockApi } from './mock-api.ts';

const slug = 'octo/hello';
export const logPath = `${slug}/1/1/1`;

/** Sets build 1 of octo/hello. It has one stage with one step by default. */
export function setBuild(mock: MockApi, fields: Partial<Build> = {}): Build {
  const stages: Stage[] = fields.stages ?? [recentStage({ steps: [recentStep()] })];
  const build = recentBuild({ id: 1, number: 1, title: 'Say hello', ...fields, stages });
  mock.state.builds[slug] = [build];
  return build;
}

/** Sets build 1 to one with a single step. The build and its stage have the status of the step. */
export function setStep(mock: MockApi, fields: Partial<Step>, build: Partial<Build> = {}): Build {
  const status = fields.status ?? 'success';
  const isRunning = status === 'running';
  const step = recentStep({ ...(isRunning && { stopped: 0 }), ...fields });
  const stage = recentStage({ status, ...(isRunning && { stopped: 0 }), steps: [step] });
  return setBuild(mock, { status, ...(isRunning && { finished: 0 }), ...build, stages: [stage] });
}

/** Changes a build and publishes its next version to open pages. */
export function publishUpdate(mock: MockApi, build: Build, fields: Partial<Build>): Build {
  const next = { ...build, ...fields, version: build.version + 1 };
  mock.state.builds[slug] = [next];
  mock.publish(mock.state.repos[0] ?? sampleRepo({ slug }), next);
  return next;
}
