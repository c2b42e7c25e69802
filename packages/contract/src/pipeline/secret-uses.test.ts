import { expect, it } from 'vitest';
import { findSecretUses, hasUnknownUse } from './secret-uses.ts';

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
    { secret: 'pull', isPlugin: false },
    { secret: 'all', isPlugin: false },
    { secret: 'db', step: 'db', image: 'postgres', isPlugin: true },
    { secret: 'hub', step: 'publish', image: 'plugins/docker:20', isPlugin: true },
    { secret: 'token', step: 'test', image: 'node', isPlugin: false },
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
    { secret: 'key', step: 'a', image: 'plugins/git', isPlugin: true },
    { secret: 'key', step: 'b', image: 'plugins/git', isPlugin: false },
  ]);
});

it.each(['commands', 'command', 'entrypoint'])('takes a step with %s for no plugin', (key) => {
  const text = pipeline(`steps: [{ name: a, image: b, ${key}: [x], s: { from_secret: k } }]`);
  expect(findSecretUses(text, 'one')).toMatchObject([{ secret: 'k', isPlugin: false }]);
});

it('knows that a name may have a variable', () => {
  const use = (name: string) =>
    findSecretUses(pipeline(`environment: { A: { from_secret: "${name}" } }`), 'one');
  expect(hasUnknownUse(use('$' + '{WHICH}_key'))).toBe(true);
  expect(hasUnknownUse(use('key'))).toBe(false);
});

it('lists nothing of an invalid file', () => {
  expect(findSecretUses('kind: pipeline\n: [', 'one')).toEqual([]);
});
