import { expect, it } from 'vitest';
import { isFailureLine } from './failure-line.ts';

it.each([
  'src/a.ts(1,2): error TS2304: no name',
  'ERROR: boom',
  'Error expected 3 wheels, found 2',
  '2026-01-02 10:00:00 ERROR could not turn the wheel',
  '10:00:00 | FATAL | no water',
  '[ERROR] Failed to execute goal',
  'fatal: not a git repository',
  'TypeError: wheel is not a function',
  'java.lang.NullPointerException',
  'Traceback (most recent call last):',
  '--- FAIL: TestX',
  ' FAIL  src/wheel.test.ts > turns',
  'FAILED tests/test_wheel.py::test_turns - assert 2 == 3',
  'BUILD FAILED',
  'panic: runtime error',
  "thread 'main' panicked at src/main.rs:2:5:",
  'npm ERR! code ELIFECYCLE',
  'npm error code 1',
  'make: *** [Makefile:3: all] Error 2',
  'error[E0308]: mismatched types',
])('%j is a complaint', (text) => {
  expect(isFailureLine(text)).toBe(true);
});

it.each([
  '',
  "thread 'main' panicked",
  '0 errors, 0 warnings',
  'Tests run: 5, Failures: 0, Errors: 0',
  'ok: 12, failed: 0',
  'compiled with no errors',
  'errors.ts compiled',
  'ErrorBoundary.tsx 3.1 kB',
  '+ grep -c "ERROR: boom" log.txt',
  'ERRORS_ALLOWED=1',
  'this test must not fail',
])('%j is none', (text) => {
  expect(isFailureLine(text)).toBe(false);
});
