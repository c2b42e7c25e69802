import { expect, it } from 'vitest';
import { findSecretUses, hasUnknownSecretUse } from './secret-uses.ts';

const pipeline = (content: string) => `kind: pipeline\nname: one\n${content}\n`;

it('lists the uses of a pipeline with the image of each step', () => {
  const text = pipeline(`image_pull_secrets: [pull]
environment: { A: { from_secret: all } }
services:
- name: db
  image: postgres
  environment: { P: { from_secret: db } }
steps:
- name: publish
  image: plugins/docker:20
  settings: { deep: [{ password: { from_secret: HUB } }] }
- name: test
  image: node
  commands: [npm test]
  environment: { T: { from_secret: token } }`);
  expect(findSecretUses(`${text}---\nkind: pipeline\nname: two\n`, 'one')).toEqual([
    { secret: 'pull' },
    { secret: 'all' },
    { secret: 'db', step: 'db', image: 'postgres' },
    { secret: 'hub', step: 'publish', image: 'plugins/docker:20' },
    { secret: 'token', step: 'test', image: 'node', ownProgram: 'commands' },
  ]);
  expect(findSecretUses(text, 'two')).toEqual([]);
});

it('reads steps with merged maps', () => {
  const text = pipeline(`steps:
- &base
  name: a
  image: plugins/git
  settings: { key: { from_secret: key } }
- <<: *base
  name: b
  commands: [env]`);
  expect(findSecretUses(text, 'one')).toEqual([
    { secret: 'key', step: 'a', image: 'plugins/git' },
    { secret: 'key', step: 'b', image: 'plugins/git', ownProgram: 'commands' },
  ]);
});

it.each([
  ['commands: [x]', 'commands'],
  ['command: [x]', 'command'],
  ['entrypoint: [x]', 'entrypoint'],
  ['user: root', 'user'],
  ['volumes: [{ name: v, path: /bin }]', 'volumes'],
  ['cache: { key: a, paths: [b, ~/.docker] }', 'a cache outside of the clone folder'],
  ['cache: [{ key: a, paths: /opt/x }]', 'a cache outside of the clone folder'],
  ['ready: { command: [x] }', 'a command in ready'],
  ['"$' + '{X:-commands}": [x]', 'a key with a variable'],
  ['environment: { PATH: /own }', 'the variable PATH'],
  ['environment: { LD_PRELOAD: { from_secret: own } }', 'the variable LD_PRELOAD'],
  ['environment: { NODE_OPTIONS: -r x }', 'the variable NODE_OPTIONS'],
  ['environment: { https_proxy: x }', 'the variable https_proxy'],
  ['environment: { "$' + '{X}": /own }', 'the variable $' + '{X}'],
])('finds that a step with %s may run other programs', (rest, ownProgram) => {
  const text = pipeline(`steps: [{ name: a, image: b, s: { from_secret: k }, ${rest} }]`);
  expect(findSecretUses(text, 'one')).toContainEqual({
    secret: 'k',
    step: 'a',
    image: 'b',
    ownProgram,
  });
});

it.each([
  ['environment: { NODE_ENV: production, PYTHONUNBUFFERED: 1 }', undefined],
  ['environment: { BASH_ENV: x }', 'the variable BASH_ENV'],
  ['workspace: { base: /drone/tool }', undefined],
  ['workspace: { path: src/tool }', undefined],
  ['workspace: { base: /app }', 'the workspace /app'],
  ['workspace: { path: /usr/bin }', 'the workspace /usr/bin'],
  ['workspace: { base: /drone/../bin }', 'the workspace /drone/../bin'],
])('finds whether the steps of a pipeline with %s may run other programs', (rest, ownProgram) => {
  const text = pipeline(`${rest}\nsteps: [{ name: a, image: b, s: { from_secret: k } }]`);
  expect(findSecretUses(text, 'one')).toEqual([
    { secret: 'k', step: 'a', image: 'b', ...(ownProgram ? { ownProgram } : {}) },
  ]);
});

it('knows that a name may have a variable', () => {
  const use = (name: string) =>
    findSecretUses(pipeline(`environment: { A: { from_secret: "${name}" } }`), 'one');
  expect(hasUnknownSecretUse(use('$' + '{WHICH}_key'))).toBe(true);
  expect(hasUnknownSecretUse(use('key'))).toBe(false);
});

it('lists nothing of an invalid file', () => {
  expect(findSecretUses('kind: pipeline\n: [', 'one')).toEqual([]);
});
