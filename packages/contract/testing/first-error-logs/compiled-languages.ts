import type { FirstErrorLog } from './first-error-log.ts';

export const compiledLanguages: readonly FirstErrorLog[] = [
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
];
