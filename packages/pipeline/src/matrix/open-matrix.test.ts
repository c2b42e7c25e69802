import { describe, expect, it } from 'vitest';
import { parsePipelineFile } from '../parse-pipeline-file.ts';
import { planStages } from '../plan-stages.ts';
import { closeMatrices, fillMatrices, listMatrixStages } from './fill-matrices.ts';

const steps = 'steps: [{ name: a, commands: [go] }]\n';
const plan = `kind: pipeline\ntype: exec\nname: plan\n${steps}`;
const source = '{ from_output: { pipeline: plan, name: targets } }';
const open = (matrix = `{ T: ${source} }`, more = '') =>
  `${plan}---\nkind: pipeline\ntype: exec\nname: test\ndepends_on: [plan]\nmatrix: ${matrix}\n${steps}${more}`;

const errorsOf = (text: string) =>
  parsePipelineFile(text)
    .problems.filter(({ severity }) => severity === 'error')
    .map(({ line, column, message }) => `${line}:${column} ${message}`);
const fill = (text: string, ...T: string[]) => fillMatrices(text, { test: { T } });
const namesOf = (text: string) => parsePipelineFile(text).pipelines.map(({ name }) => name);

describe('a matrix with values from an output', () => {
  it('is one stage that waits, also without a stage that it depends on', () => {
    const { pipelines, problems } = parsePipelineFile(open());
    expect(problems).toEqual([]);
    const facts = { event: 'push', branch: 'main' };
    const planned = planStages(pipelines, facts);
    expect(planned.map(({ name, status, matrixOf }) => [name, status, matrixOf])).toEqual([
      ['plan', 'pending', ''],
      ['test', 'waiting_on_dependencies', 'test'],
    ]);
    const [alone] = planStages(pipelines.slice(1), facts);
    expect(alone).toMatchObject({ status: 'waiting_on_dependencies', matrixOf: 'test' });
    expect(pipelines[1]).toMatchObject({
      matrixSources: [{ variable: 'T', pipeline: 'plan', output: 'targets' }],
      environment: { T: '${T}' },
    });
  });

  it('leaves conditions on its values open', () => {
    const text = open(undefined, 'trigger: { matrix: { T: [linux] } }\n');
    const { pipelines } = parsePipelineFile(text);
    const facts = { event: 'push', branch: 'main' };
    expect(planStages(pipelines, facts).map(({ name }) => name)).toEqual(['plan', 'test']);
    const filled = parsePipelineFile(fill(text, 'linux', 'darwin')).pipelines;
    expect(planStages(filled, facts).map(({ name }) => name)).toEqual(['plan', 'test (linux)']);
  });

  it.each([
    [
      '{ T: { from_output: targets } }',
      'matrix.T must be { from_output: { pipeline: NAME, name: OUTPUT } }',
    ],
    ['{ T: { from_output: { name: targets } } }', 'matrix.T.from_output.pipeline is missing'],
    ['{ T: { from_output: { pipeline: plan } } }', 'matrix.T.from_output.name is missing'],
    ['{ T: { from_output: { pipeline: plan, name: DRONE_TAG } } }', 'is not a name for an output'],
    ['{ DRONE_T: { from_output: { pipeline: plan, name: a } } }', 'is not a name for a variable'],
    [
      '{ T: { from_output: { pipeline: paln, name: a } } }',
      'matrix.T: the pipeline "paln" is not in this file; did you mean "plan"?',
    ],
    [
      '{ T: "${{ fromJSON(needs.plan.outputs.targets) }}" }',
      'must not contain variables; write { from_output: { pipeline: NAME, name: OUTPUT } }',
    ],
    [
      "'${{ fromJSON(needs.plan.outputs.matrix) }}'",
      'matrix must be a map; write "matrix: { NAME: { from_output: { pipeline: NAME, name: OUTPUT } } }"',
    ],
  ])('%s is an error', (matrix, message) => {
    const [error, ...others] = errorsOf(open(matrix));
    expect(error).toContain(message);
    expect(others).toEqual([]);
  });

  it('must depend on its source, which must be one stage, and have a name of its own', () => {
    const alone = open().replace('depends_on: [plan]\n', '');
    const missing = '9:14 matrix.T: "test" does not depend on "plan"; add it to depends_on';
    expect(errorsOf(alone)).toEqual([missing]);
    const several = 'has a matrix, and each of its stages has outputs of its own';
    const multiplied = open().replace('name: plan\n', 'name: plan\nmatrix: { A: [1, 2] }\n');
    expect(errorsOf(multiplied)[0]).toContain(`"plan" ${several}`);
    const chain = `${open()}---\nkind: pipeline\ntype: exec\nname: last\ndepends_on: [test]\nmatrix: { T: { from_output: { pipeline: test, name: a } } }\n${steps}`;
    expect(errorsOf(chain)[0]).toContain(`"test" ${several}`);
    const twice = `${open()}---\nkind: pipeline\ntype: exec\nname: test\n${steps}`;
    expect(errorsOf(twice)[0]).toContain('two pipelines are named "test"');
  });

  it('refuses values where the file needs a flag or a number', () => {
    expect(errorsOf(open(undefined, 'concurrency: { limit: "${T}" }\n'))).toHaveLength(1);
    const flag = open().replace(/commands: \[go\] \}\]\n$/, 'privileged: "${T}" }]\n');
    expect(errorsOf(flag)).toEqual(['11:32 steps[a].privileged must be true or false']);
  });
});

describe('decided values', () => {
  it.each([
    ['a flow map', source],
    ['a spread flow map', '{ from_output:\n  { pipeline: plan, # it\n    name: "targets", },\n  }'],
    ['a block map', '\n    from_output:\n      pipeline: plan\n      name: targets # these\n'],
    ['quoted texts', "{ from_output: { pipeline: 'plan', name: 'targets' } }"],
    ['an anchor', '&t { from_output: { pipeline: plan, name: targets } }'],
  ])('replace %s, and all lines stay where they are', (_, value) => {
    const isFlow = !value.startsWith('\n');
    const text = open(isFlow ? `{ T: ${value}, A: [1, 2] }` : `\n  T: ${value}  A: [1, 2]`);
    const filled = fill(text, 'linux', 'darwin');
    expect(namesOf(filled)).toEqual([
      'plan',
      'test (linux, 1)',
      'test (linux, 2)',
      'test (darwin, 1)',
      'test (darwin, 2)',
    ]);
    expect(errorsOf(filled)).toEqual([]);
    const at = (each: string) => each.split('\n').findIndex((line) => line.startsWith('steps', 0));
    expect(at(filled)).toBe(at(text));
    expect(filled.split('\n')).toHaveLength(text.split('\n').length);
    expect(filled.split('\n').at(-2)).toBe(text.split('\n').at(-2));
  });

  it('replace aliases and parts of hidden documents', () => {
    const hidden = `.matrix: &m { T: ${source} }\n---\n`;
    expect(namesOf(fill(hidden + open('*m'), 'a'))).toEqual(['plan', 'test (a)']);
    const merged = `.base: &b { matrix: { T: ${source} } }\n---\n`;
    const text = merged + open().replace(/matrix: .*/, () => '<<: *b');
    expect(namesOf(fill(text, 'a'))).toEqual(['plan', 'test (a)']);
    const names = `.n: &n targets\n---\n${open('{ T: { from_output: { pipeline: plan, name: *n } } }')}`;
    expect(namesOf(fill(names, 'a'))).toEqual(['plan', 'test (a)']);
  });

  it('are those of the named pipeline and variable alone', () => {
    const text = open(`{ T: ${source}, U: ${source} }`);
    expect(fillMatrices(text, {})).toBe(text);
    expect(fillMatrices(text, { other: { T: ['a'] }, test: { V: ['a'] } })).toBe(text);
    expect(namesOf(fill(text, 'a'))).toEqual(['plan', 'test']);
    const decided = { test: { T: ['a'], U: ['b', 'c'] } };
    expect(listMatrixStages(fillMatrices(text, decided), 'test')).toEqual({
      own: ['test (a, b)', 'test (a, c)'],
      others: ['plan'],
    });
  });

  it('are found for names that objects have', () => {
    const text = open(`{ name: ${source}, length: ${source} }`).replace(
      'name: test',
      'name: toString',
    );
    expect(fillMatrices(text, { other: { T: ['a'] } })).toBe(text);
    const decided = { toString: { name: ['a'], length: ['b'] } };
    expect(namesOf(fillMatrices(text, decided))).toEqual(['plan', 'toString (a, b)']);
  });

  it('may be missing for runners that know only lists', () => {
    const text = open(`{ T: ${source}, U: [1, 2] }`);
    const closed = parsePipelineFile(closeMatrices(text));
    expect(closed.problems).toEqual([]);
    expect(closed.pipelines.map(({ name, matrixSources }) => [name, matrixSources])).toEqual([
      ['plan', []],
      ['test (later, 1)', []],
      ['test (later, 2)', []],
    ]);
    expect(closeMatrices(plan)).toBe(plan);
  });

  it('are read like those of the file: names, dependencies, include and exclude', () => {
    const text = open(
      `{ T: ${source}, exclude: [{ T: b }], include: [{ T: a, X: 1 }] }`,
      'platform: { arch: "${T}" }\n---\nkind: pipeline\ntype: exec\nname: last\ndepends_on: [test]\nartifacts_from: [{ pipeline: test }]\n',
    );
    const { pipelines } = parsePipelineFile(fill(text, 'a', 'b', 'c'));
    expect(pipelines.map(({ name, platform: { arch } }) => [name, arch])).toEqual([
      ['plan', 'amd64'],
      ['test (a, 1)', 'a'],
      ['test (c)', 'c'],
      ['last', 'amd64'],
    ]);
    expect(pipelines.at(-1)).toMatchObject({
      dependsOn: ['test (a, 1)', 'test (c)'],
      artifactsFrom: [{ stages: ['test (a, 1)', 'test (c)'] }],
    });
  });
});
