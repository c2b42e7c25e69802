import { expect, it } from 'vitest';
import type { ConditionFacts } from './conditions.ts';
import { runPolicyOf, runsOnKill } from './conditions.ts';
import { formatProblem, parsePipelineFile } from './parse-pipeline-file.ts';
import { planStages } from './plan-stages.ts';
import { readStageSteps } from './stage-steps.ts';

const steps = 'steps: [{ name: grind, image: alpine, commands: [ls] }]';
const withTrigger = (trigger: string) =>
  `kind: pipeline\nname: mill\ntrigger: ${trigger}\n${steps}\n`;
const withWhen = (when: string) =>
  `kind: pipeline\nname: mill\nsteps: [{ name: grind, image: alpine, commands: [ls], when: ${when} }]\n`;
const toMainOrRequest = '[{ event: push, branch: main }, { event: pull_request }]';

const planned = (trigger: string, facts: ConditionFacts) =>
  planStages(parsePipelineFile(withTrigger(trigger)).pipelines, facts).map(
    ({ onSuccess, onFailure }) => ({ onSuccess, onFailure }),
  );

it.each<[ConditionFacts, boolean]>([
  [{ event: 'push', branch: 'main' }, true],
  [{ event: 'push', branch: 'next' }, false],
  [{ event: 'pull_request', branch: 'next' }, true],
  [{ event: 'tag', branch: 'v1' }, false],
])('a stage runs if a group matches %j', (facts, runs) => {
  expect(planned(toMainOrRequest, facts)).toHaveLength(runs ? 1 : 0);
});

it('only the groups that match decide after which status a stage runs', () => {
  const trigger = '[{ event: push }, { branch: main, status: [failure] }]';
  expect(planned(trigger, { event: 'push', branch: 'next' })).toEqual([
    { onSuccess: true, onFailure: false },
  ]);
  expect(planned(trigger, { event: 'push', branch: 'main' })).toEqual([
    { onSuccess: true, onFailure: true },
  ]);
  expect(planned(trigger, { event: 'cron', branch: 'main' })).toEqual([
    { onSuccess: false, onFailure: true },
  ]);
});

it.each<[ConditionFacts, string | undefined]>([
  [{ event: 'push', branch: 'next' }, 'on_success'],
  [{ event: 'push', branch: 'main' }, 'always'],
  [{ event: 'cron', branch: 'main' }, 'on_failure'],
  [{ event: 'cron', branch: 'next' }, undefined],
])('a step runs by the groups that match %j: %s', (facts, policy) => {
  const text = withWhen('[{ event: push }, { branch: main, status: [failure] }]');
  const { included } = readStageSteps(text, { stage: 'mill', values: {}, facts });
  expect([...included].map(({ when }) => runPolicyOf(when))).toEqual(policy ? [policy] : []);
});

it.each([
  ['killed', 'on_kill', true],
  ['[success, failure, killed]', 'always', true],
  ['[failure, killed]', 'on_failure', true],
  ['[success, killed]', 'on_success', true],
  ['[success, failure]', 'always', false],
  ['"*"', 'always', false],
  ['{ exclude: [success] }', 'on_failure', false],
])('a step with the status %s runs %s, and after a cancel: %s', (status, policy, onKill) => {
  const { when } =
    parsePipelineFile(withWhen(`{ status: ${status} }`)).pipelines[0]?.steps[0] ?? {};
  expect(runPolicyOf(when ?? [])).toBe(policy);
  expect(runsOnKill(when ?? [])).toBe(onKill);
});

it.each([
  ['canceled', 'did you mean "killed"?'],
  ['always', 'did you mean "success, failure, killed"?'],
])('explains the status %s of a step', (status, hint) => {
  const [problem] = parsePipelineFile(withWhen(`{ status: ${status} }`)).problems;
  expect(problem?.message).toBe(
    `unknown status "${status}", not one of success, failure, killed; ${hint}`,
  );
});

it.each([
  ['[push, tag]', 'trigger must be a map; write "trigger: { event: [push, tag] }"'],
  ['[]', 'trigger must be a map'],
  ['[{ event: push }, main]', 'trigger must be a map'],
  ['[{ evnt: push }]', 'unknown key "evnt" in trigger[0]; did you mean "event"?'],
])('explains trigger: %s', (trigger, message) => {
  const [problem] = parsePipelineFile(withTrigger(trigger)).problems;
  expect(problem && formatProblem(problem)).toContain(message);
});
