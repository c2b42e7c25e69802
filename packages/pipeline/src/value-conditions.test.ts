import { expect, it } from 'vitest';
import type { ConditionFacts } from './conditions.ts';
import { describeOutputs, explainConditions } from './explain-conditions.ts';
import { findOwnKeys } from './own-keys.ts';
import { formatProblem, parsePipelineFile } from './parse-pipeline-file.ts';
import { planStages } from './plan-stages.ts';
import { readStageSteps } from './stage-steps.ts';

const matrix = 'matrix: { GO: ["1.21", "1.22"] }\n';
const withTrigger = (trigger: string, more = '') =>
  `kind: pipeline\nname: mill\n${more}trigger: ${trigger}\nsteps: [{ name: grind, image: alpine, commands: [ls] }]\n`;
const withWhen = (when: string, more = '') =>
  `kind: pipeline\nname: mill\n${more}steps: [{ name: grind, image: alpine, commands: [ls], when: ${when} }]\n`;
const stagesOf = (text: string, facts: ConditionFacts) =>
  planStages(parsePipelineFile(text).pipelines, facts).map(({ name }) => name);

it.each<[string, ConditionFacts, boolean]>([
  ['{ sender: [anna, "*-bot"] }', { sender: 'release-bot' }, true],
  ['{ sender: { exclude: [release-bot] } }', { sender: 'release-bot' }, false],
  ['{ fork: false }', { fork: 'false' }, true],
  ['{ fork: false }', { fork: 'true' }, false],
  ['{ source_branch: [release/*] }', { branch: 'main', source_branch: 'release/2' }, true],
  ['{ source_branch: [release/*] }', { branch: 'release/2', source_branch: 'fix' }, false],
  ['{ parameters: { REGION: [eu, us] } }', { parameters: { REGION: 'eu' } }, true],
  ['{ parameters: { REGION: [eu, us] } }', { parameters: { REGION: 'cn' } }, false],
  ['{ parameters: { REGION: [eu, us] } }', {}, false],
  ['{ parameters: { DRY: { exclude: ["true"] } } }', {}, true],
  ['{ parameters: { A: x, B: y } }', { parameters: { A: 'x' } }, false],
])('a stage with %s for %j: %s', (trigger, facts, runs) => {
  expect(stagesOf(withTrigger(trigger), facts)).toEqual(runs ? ['mill'] : []);
});

it('selects combinations of the matrix, and steps of a combination', () => {
  expect(stagesOf(withTrigger('{ matrix: { GO: "1.22" } }', matrix), {})).toEqual(['mill (1.22)']);
  const text = withWhen('{ matrix: { GO: { exclude: ["1.21"] } } }', matrix);
  for (const [stage, count] of [
    ['mill (1.21)', 0],
    ['mill (1.22)', 1],
  ] as const) {
    expect(readStageSteps(text, { stage, values: {}, facts: {} }).included.size).toBe(count);
  }
});

it('ignores conditions on a matrix in a pipeline without one, as other servers do', () => {
  const text = withWhen('{ matrix: { GO: "1.22" } }');
  expect(readStageSteps(text, { stage: 'mill', values: {}, facts: {} }).included.size).toBe(1);
  expect(parsePipelineFile(text).problems.map(({ message }) => message)).toEqual([
    'steps[grind].when.matrix has no effect: the pipeline has no matrix',
  ]);
});

it('leaves conditions on outputs to the start of the step', () => {
  const when = '[{ event: push, outputs: { DEPLOY: "yes" } }, { event: tag }]';
  const included = (facts: ConditionFacts) => [
    ...readStageSteps(withWhen(when), { stage: 'mill', values: {}, facts }).included,
  ];
  expect(included({ event: 'push' })).toHaveLength(1);
  expect(included({ event: 'push', outputs: { DEPLOY: 'yes' } })).toHaveLength(1);
  expect(included({ event: 'push', outputs: {} })).toHaveLength(0);
  const [step] = included({ event: 'push' });
  expect(describeOutputs(step?.when ?? [])).toBe('output DEPLOY is "yes"');
  const [ofTag] = included({ event: 'tag' });
  expect(describeOutputs(ofTag?.when ?? [])).toBeUndefined();
});

it.each<[string, ConditionFacts, string]>([
  ['{ fork: false }', { fork: 'true' }, 'fork is "true", not "false"'],
  ['{ parameters: { A: x } }', { parameters: { A: 'z' } }, 'parameter A is "z", not "x"'],
  ['{ parameters: { A: x } }', {}, 'there is no parameter A, not "x"'],
  ['{ matrix: { GO: "1.22" } }', {}, 'matrix value GO is "1.21", not "1.22"'],
  ['{ outputs: { A: x } }', { outputs: { A: 'y' } }, 'output A is "y", not "x"'],
])('explains %s', (trigger, facts, reason) => {
  const [pipeline] = parsePipelineFile(withTrigger(trigger, matrix)).pipelines;
  expect(explainConditions(pipeline?.trigger ?? [], facts)).toBe(reason);
});

it.each([
  ['{ fork: yes }', 'unknown fork "yes", not one of true, false; did you mean "true"?'],
  ['{ matrix: { G0: "1.22" } }', 'the pipeline has no matrix value G0'],
  ['{ parameters: [eu] }', 'trigger.parameters must be a map'],
  ['{ outputs: { A: { is: x } } }', 'unknown key "is" in trigger.outputs.A'],
])('warns about %s', (trigger, message) => {
  const { problems } = parsePipelineFile(withTrigger(trigger, matrix));
  expect(problems.map(formatProblem).join('\n')).toContain(message);
});

it('names the conditions that runners of other servers do not know', () => {
  const text = withWhen('{ sender: anna, outputs: { A: x } }', 'trigger: { fork: false }\n');
  const [pipeline] = parsePipelineFile(text).pipelines;
  expect(pipeline && findOwnKeys(pipeline)).toEqual([
    'the condition sender',
    'the condition outputs',
    'the condition fork',
  ]);
});
