import { describe, expect, it } from 'vitest';
import { formatProblem, parsePipelineFile } from './parse-pipeline-file.ts';

const minimal = `kind: pipeline
type: exec
name: build
steps:
  - name: test
    commands:
      - npm test
`;

function problemsOf(text: string): string[] {
  return parsePipelineFile(text).problems.map(formatProblem);
}

describe('parsePipelineFile', () => {
  it('reads a minimal pipeline with its defaults', () => {
    expect(parsePipelineFile(minimal)).toEqual({
      problems: [],
      secrets: [],
      pipelines: [
        {
          kind: 'pipeline',
          type: 'exec',
          name: 'build',
          platform: { os: 'linux', arch: 'amd64' },
          clone: { disable: false, depth: 0 },
          environment: {},
          dependsOn: [],
          trigger: {},
          concurrency: 0,
          steps: [
            {
              name: 'test',
              commands: ['npm test'],
              environment: {},
              dependsOn: [],
              when: {},
              ignoresFailure: false,
            },
          ],
        },
      ],
    });
  });

  it('keeps the source text of environment values', () => {
    const file = parsePipelineFile(
      minimal.replace('steps:', 'environment: { A: 1.40, B: yes, C: 010, D: }\nsteps:'),
    );
    expect(file.pipelines[0]?.environment).toEqual({ A: '1.40', B: 'yes', C: '010', D: '' });
  });

  it('tells secrets from values', () => {
    const file = parsePipelineFile(
      minimal.replace('steps:', 'environment: { A: { from_secret: token }, B: b }\nsteps:'),
    );
    expect(file.problems).toEqual([]);
    expect(file.pipelines[0]?.environment).toEqual({ A: { fromSecret: 'token' }, B: 'b' });
  });

  it('reads encrypted secrets, accepts signatures and templates', () => {
    const file = parsePipelineFile(
      'kind: secret\nname: token\ndata: >\n  abc\n  def\n---\nkind: signature\nhmac: 00\n---\nkind: template\nload: a.yaml\n',
    );
    expect(file).toEqual({
      pipelines: [],
      secrets: [{ name: 'token', data: 'abcdef' }],
      problems: [],
    });
  });

  it.each([
    ['get', 'kind: secret\nname: a\nget: { path: x, name: y }\n'],
    ['data that is a map', 'kind: secret\nname: a\ndata: { path: x }\n'],
  ])('warns of secrets with %s', (_, text) => {
    expect(parsePipelineFile(text)).toMatchObject({
      secrets: [],
      problems: [{ severity: 'warning', message: /not supported/ }],
    });
  });

  it('reads conditions as text, list and include/exclude', () => {
    const file = parsePipelineFile(
      `${minimal}trigger:\n  branch: main\n  event: [push, tag]\n  ref: { include: [a], exclude: [b] }\n`,
    );
    expect(file.pipelines[0]?.trigger).toEqual({
      branch: { include: ['main'], exclude: [] },
      event: { include: ['push', 'tag'], exclude: [] },
      ref: { include: ['a'], exclude: ['b'] },
    });
  });

  it('reads several documents, anchors and merge keys', () => {
    const file = parsePipelineFile(
      `${minimal}    environment: &env\n      A: one\n---\n${minimal.replace('name: build', 'name: second\ndepends_on: [build]')}`,
    );
    expect(file.problems).toEqual([]);
    expect(file.pipelines.map((pipeline) => pipeline.dependsOn)).toEqual([[], ['build']]);
    const merged = parsePipelineFile(
      'kind: pipeline\n.env: &env { A: one, B: two }\nsteps:\n  - name: a\n    environment: { <<: *env, B: own }\n',
    );
    expect(merged.pipelines[0]?.steps[0]?.environment).toEqual({ A: 'one', B: 'own' });
  });

  it.each([
    ['bad indentation', 'kind: pipeline\n steps: []\n', /^line 1, column 7: Nested mappings/],
    [
      'an unknown alias',
      'kind: pipeline\nsteps: *nothing\n',
      /^line 2, column 8: there is no anchor "&nothing" above/,
    ],
    ['a missing kind', 'name: x\n', /^line 1, column 1: kind is missing/],
    ['no steps', 'kind: pipeline\n', /^line 1, column 7: the pipeline has no steps/],
    [
      'steps that are no list',
      'kind: pipeline\nsteps: 5\n',
      /^line 2, column 8: steps must be a list/,
    ],
    [
      'a step without a name',
      'kind: pipeline\nsteps:\n  - commands: [a]\n',
      /^line 3, column 5: steps\[0\]\.name is missing/,
    ],
    [
      'commands that are a map',
      'kind: pipeline\nsteps:\n  - name: a\n    commands: { b: c }\n',
      /^line 4, column 15: steps\[0\]\.commands must be a list/,
    ],
    ['text only', 'just words\n', /^line 1, column 1: the document must be a map/],
  ])('names line and reason for %s', (_, text, expected) => {
    expect(problemsOf(text)[0]).toMatch(expected);
  });

  it('refuses pipelines that wait for each other', () => {
    const pipeline = (name: string, dependsOn: string) =>
      `kind: pipeline\nname: ${name}\ndepends_on: [${dependsOn}]\nsteps: [{ name: a }]\n`;
    expect(problemsOf(`${pipeline('a', 'b')}---\n${pipeline('b', 'a')}`)).toEqual([
      'line 1, column 1: the pipelines a → b → a wait for each other',
    ]);
  });

  it('warns of unknown keys and goes on', () => {
    const file = parsePipelineFile(`${minimal}comand: x\n`);
    expect(file.problems.map((problem) => problem.severity)).toEqual(['warning']);
    expect(file.pipelines).toHaveLength(1);
  });

  it('survives an anchor that holds itself', () => {
    expect(() =>
      parsePipelineFile('kind: pipeline\na: &a\n  <<: *a\nsteps: [{ name: x }]\n'),
    ).not.toThrow();
  });
});
