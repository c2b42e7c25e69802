import { describe, expect, it } from 'vitest';
import { type DetailsChange, makeDetails } from '../testing/stage-fixtures.ts';
import { findPipeline } from './find-pipeline.ts';
import { planStage } from './plan-stage.ts';

function plan(config: string, change: DetailsChange = {}) {
  const details = makeDetails({ ...change, config });
  return planStage({
    details,
    pipeline: findPipeline(config, details.stage.name),
    machine: 'host',
    sourceDir: '/work/src',
    startedAtSec: 1_700_000_020,
  }).steps;
}

const config = `kind: pipeline
type: exec
environment: { SHARED: pipeline, OWN: pipeline, DRONE_BRANCH: forged }
steps:
  - { name: build, commands: [make], environment: { OWN: step } }
  - { name: release, commands: [make release], when: { event: tag } }
  - { name: notify, commands: [mail], when: { status: [failure] }, failure: ignore }
`;

describe('planStage', () => {
  it('puts the clone first and numbers what belongs to the build', () => {
    const steps = plan(config);
    expect(steps.map(({ number, name }) => `${number} ${name}`)).toEqual([
      '1 clone',
      '2 build',
      '3 notify',
    ]);
    expect(steps.map(({ environment }) => environment.DRONE_STEP_NUMBER)).toEqual(['1', '2', '3']);
    expect(steps.map(({ environment }) => environment.DRONE_STEP_NAME)).toEqual([
      'clone',
      'build',
      'notify',
    ]);
  });

  it.each([
    ['a tag', { event: 'tag', ref: 'refs/tags/v1' }, ['clone', 'build', 'release', 'notify']],
    ['a push', { event: 'push' }, ['clone', 'build', 'notify']],
  ] as const)('keeps the steps of %s', (_, build, expected) => {
    expect(plan(config, { build }).map((step) => step.name)).toEqual(expected);
  });

  it('takes on when a step runs and whether it may fail', () => {
    const [, build, notify] = plan(config);
    expect(build).toMatchObject({
      runsOnSuccess: true,
      runsOnFailure: false,
      ignoresFailure: false,
    });
    expect(notify).toMatchObject({
      runsOnSuccess: false,
      runsOnFailure: true,
      ignoresFailure: true,
    });
  });

  it('lets the step win over DRONE_*, that over the pipeline, that over the parameters', () => {
    const params = { SHARED: 'param', EXTRA: 'param', DRONE_REPO: 'forged' };
    expect(plan(config, { build: { params } })[1]?.environment).toMatchObject({
      SHARED: 'pipeline',
      OWN: 'step',
      EXTRA: 'param',
      DRONE_BRANCH: 'main',
      DRONE_REPO: 'octocat/hello',
    });
  });

  it('fills variables with secrets: the exact name, else whatever the case, else nothing', () => {
    const text = `kind: pipeline
environment: { SHARED: { from_secret: shared } }
steps:
  - name: build
    environment:
      TOKEN: { from_secret: TOKEN }
      LOWER: { from_secret: Shared }
      ABSENT: { from_secret: absent }
`;
    const secrets = [
      { name: 'token', data: 'other' },
      { name: 'TOKEN', data: 'exact' },
      { name: 'shared', data: 'for all' },
    ];
    const [clone, build] = plan(text, { secrets });
    expect(clone?.environment).toMatchObject({ SHARED: 'for all' });
    expect(build?.environment).toMatchObject({
      SHARED: 'for all',
      TOKEN: 'exact',
      LOWER: 'for all',
      ABSENT: '',
    });
  });

  it('leaves the clone out where the pipeline says so', () => {
    const steps = plan(`clone: { disable: true }\n${config}`);
    expect(steps.map((step) => step.name)).toEqual(['build', 'notify']);
    expect(steps[0]?.dependsOn).toEqual([]);
  });

  it.each([
    ['kind: pipeline\n', 'The pipeline file is not valid: line 1'],
    [`${config}\nname: other`, 'The pipeline file has no pipeline named "default"'],
    ['kind: pipeline\nsteps: [{ name: clone }]', 'A step may be named "clone" only'],
  ])('explains a file that cannot be carried out', (text, message) => {
    expect(() => plan(text)).toThrow(message);
  });
});
