import { expect, it } from 'vitest';
import { parsePipelineFile } from './parse-pipeline-file.ts';
import { planStages } from './plan-stages.ts';

function plan(text: string, facts: { event: string; branch: string }) {
  return planStages(parsePipelineFile(text).pipelines, facts).map(
    ({ number, name, status, dependsOn }) => ({ number, name, status, dependsOn }),
  );
}

const pipeline = (name: string, more = '') =>
  `kind: pipeline\nname: ${name}\nsteps: [{ name: a }]\n${more}---\n`;

it('numbers the matching pipelines from 1 in file order', () => {
  const text =
    pipeline('a', 'trigger: { branch: release/* }\n') +
    pipeline('b') +
    pipeline('c', 'depends_on: [b]\n');
  expect(plan(text, { event: 'push', branch: 'main' })).toEqual([
    { number: 1, name: 'b', status: 'pending', dependsOn: [] },
    { number: 2, name: 'c', status: 'waiting_on_dependencies', dependsOn: ['b'] },
  ]);
});

it.each([
  ['trigger: { event: [push, tag] }', 'push', 'main', 1],
  ['trigger: { event: { exclude: [push] } }', 'push', 'main', 0],
  ['trigger: { branch: { include: [main], exclude: [ma*] } }', 'push', 'main', 0],
  ['trigger: { branch: feature/* }', 'push', 'feature/x', 1],
  ['trigger: { status: [failure] }', 'push', 'main', 1],
])('%s on %s of %s plans %i stages', (trigger, event, branch, count) => {
  expect(plan(pipeline('a', `${trigger}\n`), { event, branch })).toHaveLength(count);
});

it('copies the platform and the labels', () => {
  const text = pipeline(
    'a',
    'platform: { os: windows, arch: arm64, variant: v8, version: 1809 }\nnode: { gpu: "yes" }\n',
  );
  const [stage] = planStages(parsePipelineFile(text).pipelines, { event: 'push', branch: 'main' });
  expect(stage).toMatchObject({
    os: 'windows',
    arch: 'arm64',
    variant: 'v8',
    kernel: '1809',
    labels: { gpu: 'yes' },
  });
});
