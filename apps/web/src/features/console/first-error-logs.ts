/** Output of common tools that fail, each with the line that a person would choose. */
export const firstErrorLogs: readonly { tool: string; log: string; line: string }[] = [
  {
    tool: 'gcc',
    log: `+ make
cc -O2 -c -o wheel.o wheel.c
wheel.c: In function 'turn':
wheel.c:12:5: warning: unused variable 'speed' [-Wunused-variable]
   12 |     int speed = 3;
wheel.c:14:12: error: 'water' undeclared (first use in this function)
   14 |     return water;
      |            ^~~~~
make: *** [<builtin>: wheel.o] Error 1
`,
    line: "wheel.c:14:12: error: 'water' undeclared (first use in this function)",
  },
  {
    tool: 'a linker',
    log: `+ make
cc -o mill main.o wheel.o
/usr/bin/ld: main.o: in function \`main':
main.c:(.text+0x14): undefined reference to \`turn'
collect2: error: ld returned 1 exit status
make: *** [Makefile:3: mill] Error 1
`,
    line: "main.c:(.text+0x14): undefined reference to `turn'",
  },
  {
    tool: 'cmake',
    log: `+ cmake -B build
-- The C compiler identification is GNU 12.2.0
-- Detecting C compiler ABI info - done
CMake Error at CMakeLists.txt:7 (find_package):
  By not providing "FindWater.cmake" in CMAKE_MODULE_PATH this project has
  asked CMake to find a package configuration file provided by "Water", but
  CMake did not find one.

-- Configuring incomplete, errors occurred!
`,
    line: 'CMake Error at CMakeLists.txt:7 (find_package):',
  },
  {
    tool: 'make without a rule',
    log: `+ make wheel
make: *** No rule to make target 'wheel'.  Stop.
`,
    line: "make: *** No rule to make target 'wheel'.  Stop.",
  },
  {
    tool: 'cargo build',
    log: `+ cargo build
   Compiling thiserror v1.0.50
   Compiling mill v0.1.0 (/src)
warning: unused import: \`std::io\`
error[E0308]: mismatched types
 --> src/main.rs:4:20
  |
4 |     let wheel: u32 = "oak";
  |                      ^^^^^ expected \`u32\`, found \`&str\`
error: could not compile \`mill\` (bin "mill") due to 1 previous error
`,
    line: 'error[E0308]: mismatched types',
  },
  {
    tool: 'cargo test',
    log: `+ cargo test
running 2 tests
test tests::fails_without_water ... ok
test tests::turns ... FAILED

failures:

---- tests::turns stdout ----
thread 'tests::turns' panicked at src/lib.rs:12:9:
assertion \`left == right\` failed
  left: 2
 right: 3

test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured
`,
    line: 'test tests::turns ... FAILED',
  },
  {
    tool: 'go build',
    log: `+ go build ./...
go: downloading github.com/pkg/errors v0.9.1
# example.com/mill/wheel
wheel/wheel.go:8:2: undefined: water
wheel/wheel.go:9:7: cannot use "oak" (untyped string constant) as int value in assignment
`,
    line: 'wheel/wheel.go:8:2: undefined: water',
  },
  {
    tool: 'go test',
    log: `+ go test ./...
ok  	example.com/mill/errors	0.003s
--- FAIL: TestTurns (0.00s)
    wheel_test.go:9: turns = 2, want 3
FAIL
FAIL	example.com/mill/wheel	0.004s
`,
    line: '--- FAIL: TestTurns (0.00s)',
  },
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
  {
    tool: 'pytest',
    log: `+ pytest
============================= test session starts ==============================
collected 3 items

tests/test_errors.py ..                                                  [ 66%]
tests/test_wheel.py F                                                    [100%]

=================================== FAILURES ===================================
__________________________________ test_turns __________________________________

    def test_turns():
>       assert turns() == 3
E       assert 2 == 3
E        +  where 2 = turns()

tests/test_wheel.py:5: AssertionError
=========================== short test summary info ============================
FAILED tests/test_wheel.py::test_turns - assert 2 == 3
`,
    line: 'E       assert 2 == 3',
  },
  {
    tool: 'python',
    log: `+ python mill.py
loading errors.json
Traceback (most recent call last):
  File "/src/mill.py", line 7, in <module>
    turn()
  File "/src/mill.py", line 3, in turn
    raise ValueError("no water")
ValueError: no water
`,
    line: 'ValueError: no water',
  },
  {
    tool: 'unittest',
    log: `+ python -m unittest
.F
======================================================================
FAIL: test_turns (test_wheel.Wheel.test_turns)
----------------------------------------------------------------------
Traceback (most recent call last):
  File "/src/test_wheel.py", line 5, in test_turns
    self.assertEqual(2, 3)
AssertionError: 2 != 3
`,
    line: 'FAIL: test_turns (test_wheel.Wheel.test_turns)',
  },
  {
    tool: 'pip',
    log: `+ pip install -r requirements.txt
Collecting errorhandler==2.0
ERROR: Could not find a version that satisfies the requirement millwheel==9.9 (from versions: none)
ERROR: No matching distribution found for millwheel==9.9
`,
    line: 'ERROR: Could not find a version that satisfies the requirement millwheel==9.9 (from versions: none)',
  },
  {
    tool: 'flake8',
    log: `+ flake8
./wheel.py:3:1: F401 'os' imported but unused
./wheel.py:9:80: E501 line too long (93 > 79 characters)
`,
    line: "./wheel.py:3:1: F401 'os' imported but unused",
  },
  {
    tool: 'javac',
    log: `+ javac Wheel.java
Wheel.java:3: error: cannot find symbol
    int turns = water;
                ^
  symbol:   variable water
1 error
`,
    line: 'Wheel.java:3: error: cannot find symbol',
  },
  {
    tool: 'maven',
    log: `+ mvn -B package
[INFO] Scanning for projects...
[INFO] Running example.ErrorPageTest
[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0
[ERROR] Tests run: 1, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.05 s <<< FAILURE! -- in example.WheelTest
[ERROR] example.WheelTest.turns -- Time elapsed: 0.01 s <<< FAILURE!
[INFO] BUILD FAILURE
`,
    line: '[ERROR] Tests run: 1, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.05 s <<< FAILURE! -- in example.WheelTest',
  },
  {
    tool: 'gradle',
    log: `+ ./gradlew build
> Task :compileJava FAILED
/src/Wheel.java:3: error: cannot find symbol
    int turns = water;

FAILURE: Build failed with an exception.
`,
    line: '> Task :compileJava FAILED',
  },
  {
    tool: 'dotnet',
    log: `+ dotnet build
  Determining projects to restore...
  Restored /src/Mill.csproj (in 120 ms).
/src/Wheel.cs(7,13): error CS0103: The name 'water' does not exist in the current context [/src/Mill.csproj]

Build FAILED.
    0 Warning(s)
    1 Error(s)
`,
    line: "/src/Wheel.cs(7,13): error CS0103: The name 'water' does not exist in the current context [/src/Mill.csproj]",
  },
  {
    tool: 'rspec',
    log: `+ bundle exec rspec
.F

Failures:

  1) Wheel turns
     Failure/Error: expect(wheel.turns).to eq(3)

       expected: 3
            got: 2

2 examples, 1 failure
`,
    line: 'Failure/Error: expect(wheel.turns).to eq(3)',
  },
  {
    tool: 'phpunit',
    log: `+ vendor/bin/phpunit
PHPUnit 11.0.0 by Sebastian Bergmann and contributors.

..F                                                                 3 / 3 (100%)

There was 1 failure:

1) WheelTest::testTurns
Failed asserting that 2 matches expected 3.

FAILURES!
Tests: 3, Assertions: 3, Failures: 1.
`,
    line: 'There was 1 failure:',
  },
  {
    tool: 'docker build',
    log: `+ docker build .
#6 [2/3] RUN apt-get update
#6 DONE 3.1s
#7 [3/3] RUN make
#7 0.231 make: *** No targets specified and no makefile found.  Stop.
#7 ERROR: process "/bin/sh -c make" did not complete successfully: exit code: 2
------
ERROR: failed to solve: process "/bin/sh -c make" did not complete successfully: exit code: 2
`,
    line: '#7 0.231 make: *** No targets specified and no makefile found.  Stop.',
  },
  {
    tool: 'docker pull',
    log: `+ docker pull mill/wheel:9
Error response from daemon: manifest for mill/wheel:9 not found: manifest unknown: manifest unknown
`,
    line: 'Error response from daemon: manifest for mill/wheel:9 not found: manifest unknown: manifest unknown',
  },
  {
    tool: 'apt-get',
    log: `+ apt-get install -y millwheel
Reading package lists...
Building dependency tree...
E: Unable to locate package millwheel
`,
    line: 'E: Unable to locate package millwheel',
  },
  {
    tool: 'git',
    log: `+ git fetch origin +refs/heads/main:
fatal: unable to access 'https://git.example.com/mill.git/': Could not resolve host: git.example.com
`,
    line: "fatal: unable to access 'https://git.example.com/mill.git/': Could not resolve host: git.example.com",
  },
  {
    tool: 'curl',
    log: `+ curl -fsSL https://example.com/errors.tar.gz
curl: (22) The requested URL returned error: 404
`,
    line: 'curl: (22) The requested URL returned error: 404',
  },
  {
    tool: 'a shell',
    log: `+ millwheel --turn
/bin/sh: 4: millwheel: not found
`,
    line: '/bin/sh: 4: millwheel: not found',
  },
  {
    tool: 'terraform',
    log: `+ terraform plan
Refreshing state...
╷
│ Error: Reference to undeclared input variable
│
│   on main.tf line 3, in resource "null_resource" "mill":
╵
`,
    line: '│ Error: Reference to undeclared input variable',
  },
  {
    tool: 'kubectl',
    log: `+ kubectl apply -f mill.yml
error: error validating "mill.yml": error validating data: unknown field "spec.wheel"
`,
    line: 'error: error validating "mill.yml": error validating data: unknown field "spec.wheel"',
  },
  {
    tool: 'a report that a command writes',
    log: `+ cat > report.xml <<EOF
<testsuite><failure>AssertionError: 2 != 3</failure></testsuite>
EOF
+ printf 'error: not this
either'
error: not this
Error: the mill is closed
`,
    line: 'error: not this',
  },
  {
    tool: 'the trace of a shell',
    log: `+ set -x
+ echo '<testsuite name="a">
<failure message="AssertionError: 2 != 3"/></testsuite>'
<testsuite name="a">
+ ./turn
Error: the mill is closed
`,
    line: 'Error: the mill is closed',
  },
];
