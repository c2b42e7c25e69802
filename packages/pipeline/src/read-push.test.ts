import { expect, it } from 'vitest';
import { findOwnKeys } from './own-keys.ts';
import { parsePipelineFile } from './parse-pipeline-file.ts';

const read = (push: string, type = 'exec') => {
  const step = `{ name: a, image: b, commands: [c], push: ${push} }`;
  const file = parsePipelineFile(`kind: pipeline\ntype: ${type}\nname: p\nsteps: [${step}]\n`);
  const messages = file.problems.map(({ severity, message }) => `${severity}: ${message}`);
  return { pipeline: file.pipelines[0], messages };
};

it.each([
  ['{ branches: gh-pages }', ['refs/heads/gh-pages']],
  [
    '{ branches: [gh-pages, docs/*], tags: v* }',
    ['refs/heads/gh-pages', 'refs/heads/docs/*', 'refs/tags/v*'],
  ],
  ['{ tags: [v1.2, release-*] }', ['refs/tags/v1.2', 'refs/tags/release-*']],
])('reads the refs of %s', (push, refs) => {
  const { pipeline, messages } = read(push);
  expect(messages).toEqual([]);
  expect(pipeline?.steps[0]?.push).toEqual({ refs, startsBuilds: false });
  expect(pipeline && findOwnKeys(pipeline)).toEqual(['push']);
});

it('starts builds only if the step says so', () => {
  const { pipeline, messages } = read('{ branches: main, builds: true }');
  expect(messages).toEqual([]);
  expect(pipeline?.steps[0]?.push.startsBuilds).toBe(true);
});

it('needs a trusted repository', () => {
  expect(read('{ branches: main }').pipeline?.trustProblems[0]?.message).toContain(
    'push needs a trusted repository',
  );
});

it.each([
  ['{ branches: main, builds: often }', 'builds must be true or false'],
  ['{}', 'push needs branches or tags'],
  ['{ branches: "*" }', '"*" must be a name, or its beginning and a "*"'],
  ['{ branches: "a*b" }', '"a*b" must be a name'],
  ['{ branches: "v[0-9]" }', '"v[0-9]" must be a name'],
  ['{ branches: "${DRONE_BRANCH}" }', 'must be a name'],
  ['{ branches: "a\\nrefs/heads/main" }', 'must be a name'],
  ['{ branches: ../main }', 'must be a name'],
  ['{ branches: docs/ }', 'must be a name'],
])('rejects %s', (push, message) => {
  expect(read(push).messages.join('\n')).toContain(message);
});

it('is unknown to a service', () => {
  const text =
    'kind: pipeline\nname: p\nsteps: [{ name: a, image: b }]\nservices: [{ name: s, image: b, push: { branches: a } }]\n';
  expect(
    parsePipelineFile(text)
      .problems.map(({ message }) => message)
      .join(),
  ).toContain('push');
});
