import { expect, it } from 'vitest';
import { findOutsideSecrets } from './outside-secrets.ts';

const secret = (name: string, get = '{ path: a/b, name: c }') =>
  `---\nkind: secret\nname: ${name}\nget: ${get}\n`;
const pipeline = (name: string, content: string) =>
  `---\nkind: pipeline\nname: ${name}\n${content}\n`;
const namesIn = (text: string, pipelines = ['one']) =>
  findOutsideSecrets(text, pipelines).map(({ name }) => name);

it('lists the secrets that a pipeline uses anywhere', () => {
  const text =
    pipeline(
      'one',
      `image_pull_secrets: [registry]
environment: { A: { from_secret: ENV } }
steps: [{ name: s, settings: { deep: [{ from_secret: setting }] } }]
server: { password: { from_secret: server } }`,
    ) + ['registry', 'env', 'setting', 'server', 'unused'].map((name) => secret(name)).join('');
  expect(findOutsideSecrets(text, ['one'])).toEqual(
    ['registry', 'env', 'setting', 'server'].map((name, index) => ({
      name,
      path: 'a/b',
      key: 'c',
      document: index + 2,
      line: expect.any(Number),
      column: 6,
    })),
  );
});

it('leaves out secrets of other pipelines, and those of the server', () => {
  const use = (name: string) => `environment: { A: { from_secret: ${name} } }`;
  const text =
    pipeline('one', use('alias')) +
    pipeline('two', use('token')) +
    secret('alias', '{ name: other }') +
    secret('token', '{ path: a/b }');
  expect(namesIn(text)).toEqual([]);
  expect(findOutsideSecrets(text, ['two'])).toMatchObject([
    { name: 'token', path: 'a/b', key: '' },
  ]);
});

it('reads anchors, the default name, and the format before "kind: pipeline"', () => {
  const anchors =
    'kind: pipeline\nenvironment: &env { A: { from_secret: token } }\nsteps: [{ environment: *env }]\n';
  expect(namesIn(anchors + secret('token'), ['default'])).toEqual(['token']);
  const legacy =
    'pipeline: { a: { image: b, secrets: [token] } }\nsecrets: { token: { vault: a/b } }\n';
  expect(namesIn(legacy, ['default'])).toEqual(['token']);
});

it('lists all secrets if a name is only known to the runner', () => {
  const text = pipeline('one', 'environment: { A: { from_secret: "${WHICH}" } }') + secret('token');
  expect(namesIn(text)).toEqual(['token']);
});

it('lists nothing of an invalid file', () => {
  expect(namesIn(`kind: secret\n: [`)).toEqual([]);
});

it('visits values behind nested aliases once', () => {
  const layers = Array.from({ length: 40 }, (_, i) => `l${i + 1}: &l${i + 1} [*l${i}, *l${i}]`);
  const text = pipeline('one', ['l0: &l0 [{ from_secret: token }]', ...layers].join('\n'));
  expect(namesIn(text + secret('token'))).toEqual(['token']);
});
