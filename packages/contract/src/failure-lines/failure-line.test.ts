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
  '==71==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000019',
  'time=10:00:00 level=error msg="no water"',
  'CONFLICT (content): Merge conflict in wheel.go',
  'denied: requested access to the resource is denied',
  'cp: error writing wheel: No space left on device',
  'git@git.example.com: Permission denied (publickey).',
  '/bin/sh: line 1: 71 Killed                  ./turn',
  '  ● wheel › turns',
  '  ✘  3 [chromium] › wheel.spec.ts:5:1 › turns (30.1s)',
  '#7 0.231 E: Unable to locate package millwheel',
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
  'wheel.hpp:3:1: note:   template argument deduction/substitution failed:',
  "wheel.hpp:3:1:   required from 'void turn(T) [with T = int]'",
  '____ ERROR collecting tests/test_wheel.py ____',
  'collected 1 item / 1 error',
  'Traceback:',
  '[ERROR] COMPILATION ERROR : ',
  '  ● Console',
  '[warn] wheel.scala:3:1: method error in class Wheel is deprecated',
  'WARNING: Failed to read the cache: no such file',
])('%j is none', (text) => {
  expect(isFailureLine(text)).toBe(false);
});
