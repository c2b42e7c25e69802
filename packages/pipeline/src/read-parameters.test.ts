import { describe, expect, it } from 'vitest';
import { findParameterError, parametersOf } from './parameter.ts';
import { formatProblem, parsePipelineFile } from './parse-pipeline-file.ts';

const pipeline = (parameters: string, name = 'default') => `kind: pipeline
type: exec
name: ${name}
steps: [{ name: test, commands: ['true'] }]
parameters:
${parameters}
`;
const read = (text: string, event = 'custom') => {
  const file = parsePipelineFile(text);
  return {
    parameters: parametersOf(file.pipelines, event),
    problems: file.problems.map((problem) => [problem.severity, formatProblem(problem)]),
  };
};

describe('parameters of a pipeline', () => {
  it('are read with their defaults', () => {
    const { parameters, problems } = read(
      pipeline(`  - name: VERSION
  - { name: LEVEL, type: choice, choices: [low, high], default: low, description: How loud }
  - { name: DRY, type: boolean, default: true, events: [promote, custom] }
  - { name: COUNT, type: number, required: true, default: 1.50 }`),
    );
    expect(problems).toEqual([]);
    const all = ['custom', 'promote', 'rollback'];
    const plain = { description: '', required: false, default: undefined, choices: [] };
    expect(parameters).toEqual([
      { ...plain, name: 'VERSION', type: 'string', events: all },
      {
        ...plain,
        name: 'LEVEL',
        type: 'choice',
        choices: ['low', 'high'],
        default: 'low',
        description: 'How loud',
        events: all,
      },
      { ...plain, name: 'DRY', type: 'boolean', default: 'true', events: ['custom', 'promote'] },
      { ...plain, name: 'COUNT', type: 'number', required: true, default: '1.50', events: all },
    ]);
  });

  it('include those of all pipelines for the event', () => {
    const text = `${pipeline('  - { name: A }\n  - { name: B, events: promote }')}---
${pipeline('  - { name: A }\n  - { name: C, events: [custom] }', 'second')}`;
    const namesFor = (event: string) => read(text, event).parameters.map(({ name }) => name);
    expect(read(text).problems).toEqual([]);
    expect([namesFor('custom'), namesFor('promote'), namesFor('push')]).toEqual([
      ['A', 'C'],
      ['A', 'B'],
      [],
    ]);
  });

  it('must agree if two pipelines declare the same name', () => {
    const text = `${pipeline('  - { name: A, default: x }')}---
${pipeline('  - { name: A, default: y }', 'second')}`;
    const { parameters, problems } = read(text);
    expect(parameters.map(({ default: value }) => value)).toEqual(['x']);
    expect(problems).toEqual([
      [
        'warning',
        'document 2, line 10, column 7: the parameter "A" is declared differently in the pipeline "default", which takes precedence',
      ],
    ]);
  });

  it.each([
    ['{ type: string }', 'name is missing; the parameter is ignored'],
    ['{ name: target }', '"target" is a reserved name; the parameter is ignored'],
    [
      '{ name: A, type: date }',
      'parameters[A].type must be one of string, choice, boolean, number; any text is accepted',
    ],
    ['{ name: A, type: choice }', 'parameters[A].choices is missing; any text is accepted'],
    [
      '{ name: A, type: choice, choices: [x, y], default: z }',
      'parameters[A].default must be one of x, y; the default is ignored',
    ],
    [
      '{ name: A, type: boolean, default: yes }',
      'parameters[A].default must be true or false; the default is ignored',
    ],
    [
      '{ name: A, type: number, default: many }',
      'parameters[A].default must be a number; the default is ignored',
    ],
    [
      '{ name: A, events: [push] }',
      'parameters[A].events must be one of custom, promote, rollback, not "push"',
    ],
    ['{ name: A, kind: x }', 'unknown key "kind" in a parameter'],
  ])('cause a warning: %s', (parameter, message) => {
    const { problems } = read(pipeline(`  - ${parameter}`));
    expect(problems).toEqual([['warning', expect.stringContaining(`: ${message}`)]]);
  });

  it('must be unique within a pipeline', () => {
    const { parameters, problems } = read(pipeline('  - { name: A }\n  - { name: A, default: y }'));
    expect(parameters).toHaveLength(1);
    expect(problems).toEqual([
      [
        'warning',
        expect.stringContaining('a second parameter is named "A"; the parameter is ignored'),
      ],
    ]);
  });

  it.each([
    ['1', true],
    ['-2.50', true],
    ['.5', true],
    ['1e3', true],
    ['', false],
    ['0x10', false],
    ['1,5', false],
    ['Infinity', false],
  ])('accept the number "%s": %s', (value, fits) => {
    expect(findParameterError({ type: 'number', choices: [] }, value)).toBe(
      fits ? undefined : 'a number',
    );
  });
});
