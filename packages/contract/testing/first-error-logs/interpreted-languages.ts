import type { FirstErrorLog } from './first-error-log.ts';

export const interpretedLanguages: readonly FirstErrorLog[] = [
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
];
