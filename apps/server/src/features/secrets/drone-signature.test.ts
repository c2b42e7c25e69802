import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { signAsDrone } from '../../../testing/drone/drone-values.ts';
import { verifyDroneSignature } from './drone-signature.ts';

const key = 'k'.repeat(32);
const one = 'kind: pipeline\nname: one\n\n';
const two = 'kind: pipeline\nname: two\n';
const signed = signAsDrone(key, [one, two]);

it.each([
  ['written by its client', signed],
  ['with other line endings', signed.replaceAll('\n', '\r\n')],
  ['without the end of the file', signed.replace('...\n', '')],
  ['with a comment beside a boundary', signed.replace('---', '--- # first')],
  ['without a boundary at the start', signed.replace('---\n', '')],
])('accepts a signature of Drone %s', (_, text) => {
  expect(verifyDroneSignature(key, text)).toBe(true);
});

const hmac = createHmac('sha256', key).update(one).digest('hex');
it.each([
  ['no signature', one],
  ['another key', signAsDrone('l'.repeat(32), [one])],
  ['a changed line', signed.replace('two', 'too')],
  ['content after the end of the file', `${signed}---\n${two}`],
  ['content beside the end of the file', signed.replace('...', '... {}')],
  ['content beside a boundary', signed.replace('---', '--- {kind: pipeline}')],
  [
    'a pipeline with the keys of a signature',
    `${one}---\nkind: signature\nhmac: ${hmac}\nsteps: []\n`,
  ],
  ['a line break that only some parsers know', signAsDrone(key, [`${one}a: b\u2028c: d\n`])],
])('rejects a file with %s', (_, text) => {
  expect(verifyDroneSignature(key, text)).toBe(false);
});

it('rejects a key that is too short for Drone', () => {
  expect(verifyDroneSignature('short', signAsDrone('short', [one]))).toBe(false);
});

it('accepts a signature that the library of Drone made', () => {
  const text = `---
kind: pipeline
type: docker
name: default

steps:
- name: a
  image: alpine
  commands: [ls]
# end
---

kind: pipeline
name: two
steps: []
---
kind: signature
hmac: 57d1649ae6da7e2b15a1fa22021f537974924282b2c247da3fc011128afc292c

...
`;
  expect(verifyDroneSignature(key, text)).toBe(true);
  expect(verifyDroneSignature(key, text.replace('ls', 'id'))).toBe(false);
});
