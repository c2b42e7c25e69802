import { describe, expect, it } from 'vitest';
import { formatProblem, parsePipelineFile } from './parse-pipeline-file.ts';

function problemsOf(text: string, values?: Record<string, string>): string[] {
  const { problems } = parsePipelineFile(text, values ? { values } : {});
  return problems.map((problem) => `${problem.severity}: ${formatProblem(problem)}`);
}

const pipeline = (name: string, more = '') =>
  `kind: pipeline\ntype: exec\nname: ${name}\n${more}steps: [{ name: a, commands: [b] }]\n`;
const file = (...documents: string[]) => documents.join('---\n');

describe('steps that depend on', () => {
  const steps = (...dependencies: string[]) => `kind: pipeline
services: [{ name: Database, image: x }]
steps:
- { name: test, image: x, depends_on: [clone] }
- name: deploy
  image: x
  depends_on:
${dependencies.map((name) => `  - ${name}\n`).join('')}`;

  it.each([
    [
      'a misspelled step',
      'tests',
      '"deploy" depends on "tests", which does not exist; did you mean "test"?',
    ],
    [
      'a misspelled service',
      'database',
      '"deploy" depends on "database", which does not exist; did you mean "Database"?',
    ],
    [
      'a misspelled clone',
      'cloned',
      '"deploy" depends on "cloned", which does not exist; did you mean "clone"?',
    ],
    ['an unknown step', 'nothing', '"deploy" depends on "nothing", which does not exist'],
    ['a number', '1.10', '"deploy" depends on "1.10", which does not exist'],
  ])('%s are an error at the entry', (_, name, message) => {
    expect(problemsOf(steps('test', name))).toEqual([`error: line 9, column 5: ${message}`]);
  });

  it('several unknown steps are an error for each', () => {
    expect(problemsOf(steps('x1', 'x2', 'x1'))).toEqual([
      'error: line 8, column 5: "deploy" depends on "x1", which does not exist',
      'error: line 9, column 5: "deploy" depends on "x2", which does not exist',
    ]);
  });

  it('themselves are an error', () => {
    expect(problemsOf(steps('deploy'))).toEqual([
      'error: line 5, column 3: "deploy" depends on itself',
    ]);
  });

  it.each([['test'], ['Database'], ['clone'], ['test', 'test']])('%s are accepted', (...names) => {
    expect(problemsOf(steps(...names))).toEqual([]);
  });

  it('the clone are accepted without one, as on existing servers', () => {
    expect(problemsOf(`${steps('clone')}clone: { disable: true }\n`)).toEqual([]);
  });

  it('a step that is named by a number are accepted', () => {
    const text = (name: string) =>
      `kind: pipeline\nsteps:\n- { name: 1.10, image: x }\n- { name: b, image: x, depends_on: [${name}] }\n`;
    expect(problemsOf(text('1.10'))).toEqual([]);
    expect(problemsOf(text('1.1'))).toEqual([
      expect.stringMatching(/^error: .* "1.1", which does not/),
    ]);
  });

  it('a step with a variable in its name are checked once the value is known', () => {
    const text =
      'kind: pipeline\nsteps:\n- { name: "a-${X}", image: x }\n- { name: b, image: x, depends_on: [a-1] }\n';
    expect(problemsOf(text)).toEqual([]);
    expect(problemsOf(text, { X: '1' })).toEqual([]);
    expect(problemsOf(text, { X: '2' })).toEqual([
      expect.stringMatching(/^error: .* "a-1", which/),
    ]);
  });
});

describe('pipelines that depend on', () => {
  const withMatrix = pipeline('test', 'matrix: { GO: ["1.21", "1.22"] }\n');
  const named = pipeline('go-${GO}', 'matrix: { GO: ["1.21", "1.22"] }\n');
  const deploy = (...names: string[]) =>
    pipeline('deploy', `depends_on:\n${names.map((name) => `- ${name}\n`).join('')}`);
  const dependenciesOf = (text: string) =>
    parsePipelineFile(text).pipelines.find(({ name }) => name === 'deploy')?.dependsOn;

  it.each([
    [
      'a misspelled pipeline',
      pipeline('test'),
      'tests',
      '"tests" is not in this file; did you mean "test"?',
    ],
    [
      'a misspelled matrix',
      withMatrix,
      'tests',
      '"tests" is not in this file; did you mean "test"?',
    ],
    [
      'an unknown combination',
      withMatrix,
      'test (1.23)',
      '"test (1.23)" is not in this file; did you mean "test (1.21)"?',
    ],
    ['an unknown pipeline', pipeline('test'), 'nothing', '"nothing" is not in this file'],
  ])('%s are an error at the entry', (_, first, name, message) => {
    const line = first.split('\n').length + 5;
    expect(problemsOf(file(first, deploy(name)))).toEqual([
      `error: document 2, line ${line}, column 3: the pipeline ${message}`,
    ]);
  });

  it('themselves are an error', () => {
    expect(problemsOf(deploy('deploy'))).toEqual([
      'error: line 4, column 1: the pipeline "deploy" depends on itself',
    ]);
  });

  it('a later pipeline are accepted', () => {
    expect(problemsOf(file(deploy('test'), pipeline('test')))).toEqual([]);
  });

  it.each([
    [
      'all combinations by the name of the pipeline',
      withMatrix,
      'test',
      ['test (1.21)', 'test (1.22)'],
    ],
    ['one combination', withMatrix, 'test (1.22)', ['test (1.22)']],
    ['all combinations by the name as written', named, 'go-${GO}', ['go-1.21', 'go-1.22']],
    ['one combination by its name', named, 'go-1.22', ['go-1.22']],
  ])('a matrix wait for %s', (_, first, name, expected) => {
    const text = file(first, deploy(`"${name}"`));
    expect(problemsOf(text)).toEqual([]);
    expect(problemsOf(text, { DRONE_BRANCH: 'main' })).toEqual([]);
    expect(dependenciesOf(text)).toEqual(expected);
  });

  it.each([
    ['an included file', 'include: { path: ci/test.yml }\n'],
    ['a template', 'kind: template\nload: test.yaml\n'],
  ])('a pipeline that may be in %s are a warning', (_, document) => {
    expect(problemsOf(file(document, deploy('test')))).toEqual([
      expect.stringMatching(
        /^warning: .*: the pipeline "test" is not in this file; an included file or a template must have it$/,
      ),
    ]);
  });

  it('reports only the first of very many problems', () => {
    const names = Array.from({ length: 5000 }, (_, index) => `n${index}`).join();
    const text = `kind: pipeline\ndepends_on: [${names}]\nsteps: [{ name: a, image: b, depends_on: [${names}] }]\n`;
    expect(problemsOf(text)).toHaveLength(100);
  });
});

describe('a step or a service named "clone"', () => {
  const message = 'no step may be named "clone" without "clone: { disable: true }"';
  const clone = '[{ name: clone, image: alpine/git }]';
  const other = '[{ name: a, image: b }]';

  it('is an error, because the clone has this name', () => {
    expect(problemsOf(`kind: pipeline\nsteps: ${clone}\n`)).toEqual([
      `error: line 2, column 9: ${message}`,
    ]);
    expect(problemsOf(`kind: pipeline\nsteps: ${other}\nservices: ${clone}\n`)).toEqual([
      `error: line 3, column 12: ${message}`,
    ]);
  });

  it('is accepted if the clone is disabled, and for other runners', () => {
    expect(problemsOf(`kind: pipeline\nclone: { disable: true }\nsteps: ${clone}\n`)).toEqual([]);
    expect(problemsOf(`kind: pipeline\ntype: ssh\nsteps: ${clone}\n`)).toEqual([]);
  });
});
