import type { FirstErrorLog } from './first-error-log.ts';

export const commandLineTools: readonly FirstErrorLog[] = [
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
  {
    tool: 'the last of several commands',
    log: `+ ./restore-cache
Error: the cache has no entry
+ ./turn
fatal: no water
`,
    line: 'fatal: no water',
  },
  {
    tool: 'a command before a silent one',
    log: `+ ./turn
fatal: no water
+ exit 1
`,
    line: 'fatal: no water',
  },
  {
    tool: 'a command with errors of no consequence',
    log: `+ ./turn
error: no entry in the cache, continuing without it
make: [Makefile:3: clean] Error 1 (ignored)
Error: no water, retrying in 5 s
Error: no water
`,
    line: 'Error: no water',
  },
  {
    tool: 'a command in an unknown format',
    log: `+ ./restore-cache
error: no entry, continuing
+ ./turn
the wheel stands still
`,
    line: 'the wheel stands still',
  },
];
