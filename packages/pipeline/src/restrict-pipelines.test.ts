import { expect, it } from 'vitest';
import { parsePipelineFile } from './parse-pipeline-file.ts';
import { restrictPipelines } from './restrict-pipelines.ts';

const pipeline = (name: string, steps: string, more = '') =>
  `kind: pipeline\ntype: exec\nname: ${name}\n${more}steps:\n${steps}`;
const step = (name: string, more = '') => `- { name: ${name}, commands: [./${name}]${more} }\n`;

/** Lists the pipelines of a restricted file with their dependencies and steps. */
function describeFile(text: string, stage: string, name: string): string[] | undefined {
  const restricted = restrictPipelines(text, { stage, step: name });
  if (restricted === undefined) return undefined;
  const { pipelines, problems } = parsePipelineFile(restricted.text);
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  const included = pipelines.filter((each) => restricted.stages.includes(each.name));
  return included.map(({ name, dependsOn, steps }) =>
    [name, `after ${dependsOn.join()}`, steps.map((each) => each.name).join()].join(' '),
  );
}

it.each([
  [
    'leaves out later steps',
    pipeline('a', step('x') + step('y') + step('z')),
    'a',
    'y',
    ['a after  x,y'],
  ],
  [
    'leaves out steps that the step does not depend on',
    pipeline('a', step('x') + step('y') + step('z', ', depends_on: [x]')),
    'a',
    'z',
    ['a after  x,z'],
  ],
  [
    'keeps the stages that the stage depends on',
    [
      pipeline('a', step('x')),
      pipeline('b', step('x') + step('y'), 'depends_on: [a]\n'),
      pipeline('c', step('x') + step('y'), 'depends_on: [b]\n'),
      pipeline('d', step('x'), 'depends_on: [c]\n'),
    ].join('---\n'),
    'c',
    'x',
    ['a after  x', 'b after a x,y', 'c after b x'],
  ],
  [
    'knows the stages of a matrix',
    `${pipeline('a', step('x'), 'matrix: { V: [1, 2] }\n')}---\n${pipeline('b', step('x'), 'depends_on: [a]\n')}`,
    'b',
    'x',
    ['a (1) after  x', 'a (2) after  x', 'b after a (1),a (2) x'],
  ],
  [
    'keeps one stage of a matrix',
    pipeline('a', step('x') + step('y'), 'matrix: { V: [1, 2] }\n'),
    'a (2)',
    'x',
    ['a (2) after  x'],
  ],
  [
    'keeps what other combinations of the matrix depend on',
    [
      pipeline('build-${V}', step('x'), 'matrix: { V: [1] }\n'),
      pipeline('build-2', step('x')),
      pipeline('test-${V}', step('x'), 'matrix: { V: [1, 2] }\ndepends_on: ["build-${V}"]\n'),
    ].join('---\n'),
    'test-1',
    'x',
    ['build-1 after  x', 'test-1 after build-1 x'],
  ],
  [
    'keeps the steps that services wait for',
    `${pipeline('a', step('x') + step('y', ', depends_on: [clone]') + step('z'))}services:\n${step('db', ', depends_on: [x]')}`.replace(
      'type: exec',
      'type: docker',
    ),
    'a',
    'y',
    ['a after  x,y'],
  ],
])('%s', (_, text, stage, name, expected) => {
  expect(describeFile(text, stage, name)).toEqual(expected);
});

it.each([
  ['an unknown stage', pipeline('a', step('x')), 'b', 'x'],
  ['an unknown step', pipeline('a', step('x')), 'a', 'y'],
  ['a file with errors', 'kind: pipeline\nsteps: [', 'default', 'x'],
])('has no answer for %s', (_, text, stage, name) => {
  expect(describeFile(text, stage, name)).toBeUndefined();
});

it('keeps the rest of the text', () => {
  const text = (steps: string) => `# A comment
kind: pipeline
name: a
environment: { ON: yes, N: 010, "T": 'true' }
matrix: { V: [ "1" ] }
steps:
  - name: yes
    image: &image "golang:1.40"
    commands:
      - echo \${V} \${DRONE_TAG##v} # not: a comment of YAML
      - |
        if x; then
          y
        fi
${steps}services:
  - name: db
    image: *image
---
kind: secret
name: s
data: abc
`;
  const later = '  - name: publish\n    image: plugins/npm\n';
  const restricted = restrictPipelines(text(later), { stage: 'a (1)', step: 'yes' });
  expect(restricted).toEqual({ text: text(''), stages: ['a (1)'] });
});
