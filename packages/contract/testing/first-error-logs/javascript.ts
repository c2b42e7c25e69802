import type { FirstErrorLog } from './first-error-log.ts';

export const javascript: readonly FirstErrorLog[] = [
  {
    tool: 'tsc',
    log: `+ npx tsc
src/error-page.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.
src/wheel.ts(9,1): error TS2304: Cannot find name 'water'.
`,
    line: "src/error-page.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.",
  },
  {
    tool: 'eslint',
    log: `+ npx eslint .

/src/wheel.js
  1:7  warning  'speed' is assigned a value but never used  no-unused-vars
  4:1  error    'water' is not defined                      no-undef

✖ 2 problems (1 error, 1 warning)
`,
    line: "4:1  error    'water' is not defined                      no-undef",
  },
  {
    tool: 'jest',
    log: `+ npx jest
PASS src/errors.test.js
FAIL src/wheel.test.js
  ● turns

    expect(received).toBe(expected) // Object.is equality

    Expected: 3
    Received: 2

Tests:       1 failed, 4 passed, 5 total
`,
    line: 'FAIL src/wheel.test.js',
  },
  {
    tool: 'vitest',
    log: `+ npx vitest run

 RUN  v3.0.0 /src

 ✓ src/errors.test.ts (4 tests) 12ms
 ❯ src/wheel.test.ts (1 test | 1 failed) 8ms
   × turns 6ms
     → expected 2 to be 3 // Object.is equality

⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯

 FAIL  src/wheel.test.ts > turns
AssertionError: expected 2 to be 3 // Object.is equality
`,
    line: '❯ src/wheel.test.ts (1 test | 1 failed) 8ms',
  },
  {
    tool: 'mocha',
    log: `+ npx mocha

  errors
    ✔ are shown

  wheel
    1) turns


  1 passing (5ms)
  1 failing

  1) wheel
       turns:

      AssertionError [ERR_ASSERTION]: 2 == 3
      + expected - actual
`,
    line: 'AssertionError [ERR_ASSERTION]: 2 == 3',
  },
  {
    tool: 'node',
    log: `+ node mill.js
/src/mill.js:3
water.flow();
^

ReferenceError: water is not defined
    at Object.<anonymous> (/src/mill.js:3:1)
    at Module._compile (node:internal/modules/cjs/loader:1554:14)

Node.js v22.12.0
`,
    line: 'ReferenceError: water is not defined',
  },
  {
    tool: 'node without memory',
    log: `+ node build.js

<--- Last few GCs --->

[71:0x5581] 21098 ms: Mark-Compact 2046.9 (2083.3) -> 2046.4 (2082.5) MB

<--- JS stacktrace --->

FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory
----- Native stack trace -----
Aborted (core dumped)
`,
    line: 'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory',
  },
  {
    tool: 'npm',
    log: `+ npm ci
npm warn deprecated glob@7.2.3: Glob versions prior to v9 are no longer supported
npm error code E404
npm error 404 Not Found - GET https://registry.npmjs.org/millwheel - Not found
npm error A complete log of this run can be found in: /root/.npm/_logs/debug-0.log
`,
    line: 'npm error code E404',
  },
  {
    tool: 'yarn',
    log: `+ yarn install --frozen-lockfile
yarn install v1.22.22
[1/4] Resolving packages...
error Your lockfile needs to be updated, but yarn was run with \`--frozen-lockfile\`.
info Visit https://yarnpkg.com/en/docs/cli/install for documentation about this command.
`,
    line: 'error Your lockfile needs to be updated, but yarn was run with `--frozen-lockfile`.',
  },
  {
    tool: 'pnpm',
    log: `+ pnpm install
Lockfile is up to date, resolution step is skipped
 ERR_PNPM_FETCH_404  GET https://registry.npmjs.org/millwheel: Not Found - 404

This error happened while installing a direct dependency of /src
`,
    line: 'ERR_PNPM_FETCH_404  GET https://registry.npmjs.org/millwheel: Not Found - 404',
  },
  {
    tool: 'vite',
    log: `+ npx vite build
vite v6.0.0 building for production...
transforming...
✓ 12 modules transformed.
✗ Build failed in 231ms
error during build:
src/main.ts (2:9): "water" is not exported by "src/wheel.ts", imported by "src/main.ts".
`,
    line: '✗ Build failed in 231ms',
  },
];
