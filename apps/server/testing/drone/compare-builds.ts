import { expect } from 'vitest';
import type { SampleBuild } from './sample-drone.ts';
import { slugOf } from './sample-drone.ts';

/** Reads JSON of the API. */
export type ReadApi = (path: string) => Promise<unknown>;

const texts = [
  'trigger',
  'status',
  'error',
  'event',
  'action',
  'link',
  'title',
  'message',
  'before',
  'after',
  'ref',
  'source_repo',
  'source',
  'target',
  'sender',
  'cron',
];
const numbers = ['number', 'timestamp', 'started', 'finished', 'created', 'updated'];

/** Compares a build with its stages, steps, logs and cards with the rows of Drone, through the API. */
export async function compareBuild({ build, stages }: SampleBuild, read: ReadApi): Promise<void> {
  const path = `/api/repos/${slugOf(Number(build.build_repo_id))}/builds/${build.build_number}`;
  const found = withDefaults(await read(path));
  for (const name of [...texts, ...numbers]) {
    expect(found[name] ?? (texts.includes(name) ? '' : 0), `${path} ${name}`).toBe(
      build[`build_${name}`],
    );
  }
  expect(found.author_login).toBe(build.build_author);
  expect(found.author_name).toBe(build.build_author_name);
  expect(found.author_email).toBe(build.build_author_email);
  expect(found.author_avatar).toBe(build.build_author_avatar);
  expect(found.deploy_to ?? '').toBe(build.build_deploy);
  expect(found.parent ?? 0).toBe(build.build_parent);
  expect(found.debug ?? false).toBe(build.build_debug);
  expect(found.params ?? null).toEqual(JSON.parse(String(build.build_params)));
  expect(found.stages).toMatchObject(
    stages.map(({ stage, steps }) => ({
      number: stage.stage_number,
      kind: stage.stage_kind,
      type: stage.stage_type,
      name: stage.stage_name,
      status: stage.stage_status,
      exit_code: stage.stage_exit_code,
      machine: stage.stage_machine,
      os: stage.stage_os,
      arch: stage.stage_arch,
      started: stage.stage_started,
      stopped: stage.stage_stopped,
      on_success: stage.stage_on_success,
      on_failure: stage.stage_on_failure,
      ...(stage.stage_number === 1 ? {} : { depends_on: ['stage-1'] }),
      ...(stage.stage_labels === 'null' ? {} : { labels: { gpu: 'yes' } }),
      steps: steps.map(({ step }) => ({
        number: step.step_number,
        name: step.step_name,
        status: step.step_status,
        exit_code: step.step_exit_code,
        started: step.step_started,
        stopped: step.step_stopped,
        image: step.step_image,
        ...(step.step_errignore ? { errignore: true } : {}),
        ...(step.step_schema ? { schema: step.step_schema } : {}),
      })),
    })),
  );
  for (const { stage, steps } of stages) {
    for (const { step, lines, card } of steps) {
      const numbers = `${stage.stage_number}/${step.step_number}`;
      expect(await read(`${path}/logs/${numbers}`)).toEqual(lines);
      if (card) expect(await read(cardPath(path, numbers))).toEqual(JSON.parse(card));
    }
  }
}

function cardPath(path: string, numbers: string): string {
  return `${path.replace('/builds/', '/cards/')}/${numbers}`;
}

function withDefaults(value: unknown): Record<string, unknown> {
  return value as Record<string, unknown>;
}
