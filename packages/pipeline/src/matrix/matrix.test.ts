import { describe, expect, it } from 'vitest';
import { findPipelineDocuments } from '../find-documents.ts';
import { parsePipelineFile } from '../parse-pipeline-file.ts';
import { writeExpanded } from './write-expanded.ts';

const pipeline = (matrix: string, more = '') =>
  `kind: pipeline\ntype: exec\nname: test\nmatrix: ${matrix}\nsteps: [{ name: a, commands: [go] }]\n${more}`;

const namesOf = (text: string) => parsePipelineFile(text).pipelines.map(({ name }) => name);
const errorsOf = (text: string) =>
  parsePipelineFile(text)
    .problems.filter(({ severity }) => severity === 'error')
    .map(({ message }) => message);

describe('the stages of a matrix', () => {
  it.each([
    ["{ GO: ['1.21', '1.22'] }", ['test (1.21)', 'test (1.22)']],
    ['{ GO: 1.20 }', ['test (1.20)']],
    ['{ GO: [1, 1] }', ['test (1)']],
    ['{ A: [1, 2], B: [x, y] }', ['test (1, x)', 'test (1, y)', 'test (2, x)', 'test (2, y)']],
    [
      '{ A: [1, 2], B: [x, y], exclude: [{ A: 1, B: y }] }',
      ['test (1, x)', 'test (2, x)', 'test (2, y)'],
    ],
    ['{ A: [1, 2], exclude: [{ A: 1 }, { B: x }] }', ['test (2)']],
    ['{ include: [{ A: 1, B: x }, { A: 2 }] }', ['test (1, x)', 'test (2)']],
    ['{ A: [1, 2], include: [{ A: 2, B: x }] }', ['test (1)', 'test (2, x)']],
    ['{ A: [1, 2], include: [{ B: x }] }', ['test (1, x)', 'test (2, x)']],
    ['{ A: [1], include: [{ A: 3 }] }', ['test (1)', 'test (3)']],
    ['{ A: [1], include: [{ A: 3 }], exclude: [{ A: 1 }] }', ['test (3)']],
    ['{ A: [" ", "  "] }', ['test ( )', 'test (  )']],
    [`{ A: [${'x'.repeat(100)}, y] }`, ['test (1)', 'test (2)']],
    ['{ A: ["1, 2", 1], B: [3, "2, 3"] }', ['test (1)', 'test (2)', 'test (3)', 'test (4)']],
    ['{}', ['test']],
    ['', ['test']],
  ])('%s', (matrix, names) => {
    const text = pipeline(matrix);
    expect(namesOf(text)).toEqual(names);
    expect(errorsOf(text)).toEqual(matrix === '{}' ? ['matrix has no combination'] : []);
  });

  it.each([
    ['{ A: [] }', 'matrix has no combination'],
    ['{ A: [1], exclude: [{ A: 1 }] }', 'matrix has no combination'],
    ['[]', 'matrix must be a map'],
    ['{ A: { x: 1 } }', 'matrix.A must be a list'],
    ['{ include: 1 }', 'matrix.include must be a list'],
    ['{ DRONE_TAG: [1] }', 'matrix.DRONE_TAG is not a name for a variable of a matrix'],
    ['{ go-version: [1] }', 'matrix.go-version is not a name for a variable of a matrix'],
    ['{ A: ["${DRONE_BRANCH}"] }', 'matrix.A must not contain variables'],
    [
      `{ A: [${Array.from({ length: 11 }, (_, at) => at)}], B: [${Array.from({ length: 10 }, (_, at) => at)}] }`,
      'matrix has more than 100 combinations',
    ],
  ])('%s is an error', (matrix, error) => {
    expect(errorsOf(pipeline(matrix))).toContain(error);
  });

  it('have names of their own if the name contains the values', () => {
    const text = pipeline('{ A: [1, 2], B: [x] }').replace('name: test', 'name: test-${A}');
    expect(namesOf(text)).toEqual(['test-1', 'test-2']);
  });

  it('are all waited for by the name of the pipeline', () => {
    const text = `${pipeline('{ A: [1, 2] }')}---\n${pipeline('{ B: [3, 4] }')
      .replace('name: test', 'name: deploy')
      .concat(
        'depends_on: [test]\n',
      )}---\nkind: pipeline\nname: last\ndepends_on: [deploy, "test (2)"]\n`;
    const { pipelines } = parsePipelineFile(text);
    expect(pipelines.map(({ name, dependsOn }) => [name, ...dependsOn])).toEqual([
      ['test (1)'],
      ['test (2)'],
      ['deploy (3)', 'test (1)', 'test (2)'],
      ['deploy (4)', 'test (1)', 'test (2)'],
      ['last', 'deploy (3)', 'deploy (4)', 'test (2)'],
    ]);
    expect(errorsOf(text)).toEqual([]);
  });

  it('have the values in every text, and as variables', () => {
    const more =
      'platform: { arch: "${ARCH}" }\nenvironment: { GO: own, A: "${ARCH}" }\ntrigger: { branch: "go-${GO}" }\n';
    const text = pipeline('{ ARCH: [arm64], GO: [1.21] }', more);
    const values = { DRONE_BRANCH: 'main', GO: 'parameter' };
    for (const { pipelines } of [parsePipelineFile(text), parsePipelineFile(text, { values })]) {
      expect(pipelines).toMatchObject([
        {
          platform: { arch: 'arm64' },
          environment: { ARCH: 'arm64', GO: 'own', A: 'arm64' },
          trigger: [{ branch: { include: ['go-1.21'] } }],
        },
      ]);
    }
  });

  it('report a shared problem once', () => {
    const { problems } = parsePipelineFile(pipeline('{ A: [1, 2, 3] }', 'colour: red\n'));
    expect(problems.map(({ message }) => message)).toEqual(['unknown key "colour" in a pipeline']);
  });

  it('are found by their names', () => {
    const text = pipeline('{ A: [1, 2] }');
    expect(findPipelineDocuments(text, 'test (2)').map(({ matrix }) => matrix)).toEqual([
      { A: '2' },
    ]);
    expect(findPipelineDocuments(text, 'test')).toEqual([]);
  });
});

it('is written as pipelines for runners of other servers', () => {
  const text = `${pipeline("{ GO: ['1.20', '1.21'] }")}  # a comment\n`.replace(
    '[go]',
    () => '["go${GO} $${GO} ${DRONE_TAG}"]',
  );
  const expanded = writeExpanded(`${text}---\nkind: signature\nhmac: x\n`);
  expect(namesOf(expanded)).toEqual(['test (1.20)', 'test (1.21)']);
  expect(parsePipelineFile(expanded)).toEqual({
    ...parsePipelineFile(text),
    pipelines: parsePipelineFile(text).pipelines,
  });
  expect(parsePipelineFile(expanded).pipelines[0]?.steps[0]?.commands).toEqual([
    'go1.20 $${GO} ${DRONE_TAG}',
  ]);
  expect(writeExpanded('kind: pipeline # matrix\n')).toBe('kind: pipeline # matrix\n');
});
