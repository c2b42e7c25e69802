import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { maxArgumentBytes, requireShortVariables } from './argument-limits.ts';

/** A value with which `KEY=value` has this number of bytes. */
const textOf = (bytes: number) => 'x'.repeat(bytes - 'KEY='.length);

it('has the limit of Linux', () => {
  const start = (bytes: number) =>
    spawnSync('/bin/true', { env: { KEY: textOf(bytes) } }).error?.message;
  expect(start(maxArgumentBytes - 1)).toBeUndefined();
  expect(start(maxArgumentBytes)).toContain('E2BIG');
});

it('accepts variables up to the limit', () => {
  expect(() => requireShortVariables({ KEY: textOf(maxArgumentBytes - 1) })).not.toThrow();
  expect(() => requireShortVariables({})).not.toThrow();
});

it('names a variable that is too long, without its value', () => {
  expect(() => requireShortVariables({ A: 'b', KEY: textOf(140_000) })).toThrow(
    /^The variable "KEY" has 140,000 bytes with its name\. Linux accepts at most 131,071$/,
  );
  expect(() => requireShortVariables({ KEY: 'ü'.repeat(70_000) })).toThrow('140,004 bytes');
});

it('names the longest of variables that are too long together', () => {
  const many = Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [`V${at}`, 'x'.repeat(80_000 + at)]),
  );
  expect(() => requireShortVariables(many)).toThrow(
    /^The variables of the step have 2,4\d\d,\d{3} bytes\. Linux accepts at most 2,097,152\. The variable "V29" has/,
  );
});
