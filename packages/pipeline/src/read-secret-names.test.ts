import { describe, expect, it } from 'vitest';
import { writeExpanded } from './matrix/write-expanded.ts';
import { formatProblem, parsePipelineFile } from './parse-pipeline-file.ts';
import { findSecretUses } from './secret-uses.ts';

/** A pipeline with the value of `from_secret` in every field that reads one. */
const uses = (value: string) => `kind: pipeline
name: one
environment: { ALL: { from_secret: ${value} } }
services: [{ name: db, image: db, environment: { P: { from_secret: ${value} } } }]
steps:
- name: a
  image: b
  environment: { E: { from_secret: ${value} } }
  settings:
    plain: { from_secret: ${value} }
    beside: { from_secret: ${value}, other: 1 }
    deep: [{ key: { from_secret: ${value} } }]
`;

describe.each([
  ['a number', '2024', '2024'],
  ['a number with a leading zero', '010', '010'],
  ['a boolean word', 'on', 'on'],
  ['another boolean word', 'no', 'no'],
  ['true', 'true', 'true'],
  ['a date', '2024-01-01', '2024-01-01'],
  ['a quoted null', '"null"', 'null'],
])('%s', (_, value, name) => {
  it('is the name of a secret in every field', () => {
    const { pipelines, problems } = parsePipelineFile(uses(value));
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    const [pipeline] = pipelines;
    expect(pipeline?.environment).toEqual({ ALL: { fromSecret: name } });
    expect(pipeline?.services[0]?.environment).toEqual({ P: { fromSecret: name } });
    expect(pipeline?.steps[0]?.environment).toEqual({ E: { fromSecret: name } });
    expect(pipeline?.steps[0]?.settings).toEqual({
      plain: { from_secret: name },
      beside: { from_secret: name, other: 1 },
      deep: [{ key: { from_secret: name } }],
    });
    const found = findSecretUses(uses(value), 'one').map(({ secret }) => secret);
    expect(found).toEqual([name, name, name]);
  });

  it('stays the name if the pipeline has a matrix', () => {
    const text = writeExpanded(`${uses(value)}matrix: { A: [x, y] }\n`);
    const [pipeline] = parsePipelineFile(text).pipelines;
    expect(pipeline?.steps[0]?.settings).toMatchObject({ plain: { from_secret: name } });
  });
});

it.each([
  ['a list', '[a]'],
  ['a map', '{ a: b }'],
  ['null', 'null'],
  ['a tilde', '~'],
  ['an empty text', '""'],
])('rejects %s with its line', (_, value) => {
  const wrong = 'from_secret must be the name of a secret';
  const { problems } = parsePipelineFile(uses(value));
  const errors = problems.filter(({ severity }) => severity === 'error').map(formatProblem);
  expect(errors).toEqual([
    expect.stringMatching(`^line 4, column \\d+: services\\[db\\].environment.P: ${wrong}$`),
    expect.stringMatching(`^line 8, column \\d+: steps\\[a\\].environment.E: ${wrong}$`),
    expect.stringMatching(`^line 10, column \\d+: steps\\[a\\].settings.plain: ${wrong}$`),
    expect.stringMatching(`^line 11, column \\d+: steps\\[a\\].settings.beside: ${wrong}$`),
    expect.stringMatching(`^line 12, column \\d+: steps\\[a\\].settings.deep: ${wrong}$`),
    expect.stringMatching(`^line 3, column \\d+: environment.ALL: ${wrong}$`),
  ]);
  expect(findSecretUses(uses(value), 'one')).toEqual([]);
});

it('accepts a name that is empty only after substitution, because the step may not run', () => {
  const text = uses('${DRONE_DEPLOY_TO}');
  const { pipelines, problems } = parsePipelineFile(text, { values: { DRONE_DEPLOY_TO: '' } });
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(pipelines[0]?.steps[0]?.settings).toMatchObject({ plain: { from_secret: '' } });
});

it('reads numbers as names of pull secrets', () => {
  const text = 'kind: pipeline\nimage_pull_secrets: [2024, on]\nsteps: [{ name: a, image: b }]\n';
  expect(parsePipelineFile(text).pipelines[0]?.imagePullSecrets).toEqual(['2024', 'on']);
});
