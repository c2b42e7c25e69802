import { expect, it } from 'vitest';
import { isReplacedBy, serverOfRunner } from './lost-runner.ts';
import { credentialOfRunner, processOfRunner, runnerWithCredential } from './runner-identity.ts';

it.each([
  ['', undefined, ''],
  ['folder.start', undefined, 'folder.start'],
  ['built-in:a', undefined, 'built-in:a'],
  [runnerWithCredential(7, ''), 7, ''],
  [runnerWithCredential(7, 'folder.start'), 7, 'folder.start'],
])('reads the parts of "%s"', (runner, credential, process) => {
  expect(credentialOfRunner(runner)).toBe(credential);
  expect(processOfRunner(runner)).toBe(process);
});

it.each([
  ['its next start', 7, 'folder.second', true],
  ['a runner with another credential and the same folder', 8, 'folder.second', false],
  ['a runner that sends no id', 7, '', false],
])('is replaced by %s: %s', (_, credential, process, expected) => {
  const claimed = { machine: 'one', runner: runnerWithCredential(7, 'folder.first') };
  const started = { machine: 'one', runner: runnerWithCredential(credential, process) };
  expect(isReplacedBy(claimed, started)).toBe(expected);
  expect(isReplacedBy(started, claimed)).toBe(expected);
});

it('is never an embedded runner', () => {
  expect(serverOfRunner(runnerWithCredential(7, 'folder.start'))).toBe(null);
});
