import { expect, it } from 'vitest';
import { isWarningLine } from './warning-line.ts';

it.each([
  'warning: unused variable `x`',
  'src/a.c:3:1: warning: implicit declaration',
  'src/lib.rs:1: warning[E0001]: old',
  'npm warn: old',
  '[WARNING] /home: deprecated',
  '[WARN] slow',
  'WARN  io.millrace - slow',
  '2026-01-01 WARNING: low water',
  '::warning file=a.ts::old',
  '::warning::old',
  '##[warning]old',
  'Warning: heed this',
])('%j is a warning', (text) => {
  expect(isWarningLine(text)).toBe(true);
});

it.each([
  '0 warnings',
  'forewarning: no',
  'warn the miller',
  'no warning here',
  'x'.repeat(20_000),
])('%j is none', (text) => {
  expect(isWarningLine(text)).toBe(false);
});
