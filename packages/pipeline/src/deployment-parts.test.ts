import { describe, expect, it } from 'vitest';
import type { ConditionFacts } from './conditions.ts';
import { deploysToTarget, includesDeployTarget, listDeployTargets } from './deployment-parts.ts';
import { parsePipelineFile } from './parse-pipeline-file.ts';

const pipeline = (name: string, trigger = '', when = '') => `---
kind: pipeline
type: exec
name: ${name}
${trigger && `trigger: ${trigger}`}
steps:
  - name: run
    commands: [make]
${when && `  - name: deploy\n    commands: [make]\n    when: ${when}`}
`;
const read = (...texts: string[]) => parsePipelineFile(texts.join('')).pipelines;
const promote = (target: string, facts: ConditionFacts = {}): ConditionFacts => ({
  event: 'promote',
  target,
  branch: 'main',
  ref: 'refs/heads/main',
  ...facts,
});
const build = pipeline('build');

describe('a deployment', () => {
  it.each<[string, string[], ConditionFacts, boolean]>([
    ['any target, without conditions', [build], promote('prodction'), true],
    [
      'any target, if the pipeline is for every event',
      [pipeline('all', '{ event: [push, promote] }')],
      promote('prodction'),
      true,
    ],
    [
      'any target of a pipeline for promotions',
      [build, pipeline('ship', '{ event: promote }')],
      promote('prodction'),
      true,
    ],
    [
      'the target of a pipeline',
      [build, pipeline('ship', '{ target: [production] }')],
      promote('production'),
      true,
    ],
    [
      'no other target',
      [build, pipeline('ship', '{ target: [production] }')],
      promote('prodction'),
      false,
    ],
    [
      'no other target of a pipeline for promotions',
      [build, pipeline('ship', '{ event: promote, target: [production] }')],
      promote('prodction'),
      false,
    ],
    [
      'the target of a step',
      [pipeline('build', '', '{ target: production }')],
      promote('production'),
      true,
    ],
    [
      'no other target of a step',
      [pipeline('build', '', '{ target: production }')],
      promote('prodction'),
      false,
    ],
    [
      'any target of a step for promotions',
      [pipeline('build', '', '{ event: promote }')],
      promote('prodction'),
      true,
    ],
    [
      'a target that matches a pattern',
      [build, pipeline('ship', '{ target: [prod-*] }')],
      promote('prod-eu'),
      true,
    ],
    [
      'no target that matches no pattern',
      [build, pipeline('ship', '{ target: [prod-*] }')],
      promote('prd-eu'),
      false,
    ],
    [
      'any target that is not excluded',
      [build, pipeline('ship', '{ event: promote, target: { exclude: [dev] } }')],
      promote('production'),
      true,
    ],
    [
      'no excluded target',
      [build, pipeline('ship', '{ event: promote, target: { exclude: [dev] } }')],
      promote('dev'),
      false,
    ],
    [
      'a pipeline that excludes other events',
      [build, pipeline('ship', '{ event: { exclude: [push, pull_request, tag] } }')],
      promote('production'),
      true,
    ],
    [
      'any target, if only a pipeline for pushes names one',
      [pipeline('build', '{ event: push }', '{ target: production }'), pipeline('all')],
      promote('prodction'),
      true,
    ],
    [
      'a rollback, if only promotions have a pipeline',
      [build, pipeline('ship', '{ event: promote, target: production }')],
      promote('production', { event: 'rollback' }),
      true,
    ],
    [
      'no other branch',
      [build, pipeline('ship', '{ target: production, branch: main }')],
      promote('production', { branch: 'dev', ref: 'refs/heads/dev' }),
      false,
    ],
    [
      'not by a pipeline that also runs for tags, of a tag',
      [
        pipeline('build', '{ event: [tag, promote] }'),
        pipeline('ship', '{ event: promote, target: production }'),
      ],
      promote('prodction', { ref: 'refs/tags/v1' }),
      false,
    ],
    [
      'a cron job with a target',
      [build, pipeline('ship', '{ event: cron, target: nightly }')],
      promote('nightly', { event: 'cron' }),
      true,
    ],
  ])('has %s', (_, texts, facts, expected) => {
    expect(deploysToTarget(read(...texts), facts)).toBe(expected);
  });
});

describe('the targets of a file', () => {
  const pipelines = read(
    build,
    pipeline('ship', '{ event: [promote], target: [staging, production, "eu-*"] }'),
    pipeline('back', '{ event: rollback, target: production }'),
    pipeline('steps', '', '{ target: { include: [demo], exclude: [hidden] } }'),
    pipeline('pushed', '{ event: push }', '{ target: never }'),
  );

  it('are named by its conditions for the event', () => {
    expect(listDeployTargets(pipelines, 'promote')).toEqual(['demo', 'production', 'staging']);
    expect(listDeployTargets(pipelines, 'rollback')).toEqual(['demo', 'production']);
    expect(listDeployTargets(pipelines, 'push')).toEqual(['demo', 'never']);
  });

  it.each([
    ['staging', true],
    ['eu-1', true],
    ['demo', true],
    ['hidden', false],
    ['never', false],
    ['prodction', false],
  ])('include %s: %s', (target, expected) => {
    expect(includesDeployTarget(pipelines, { event: 'promote', target })).toBe(expected);
  });
});
