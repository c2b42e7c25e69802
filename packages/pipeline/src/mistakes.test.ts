import { expect, it } from 'vitest';
import { formatProblem, parsePipelineFile } from './parse-pipeline-file.ts';

const start = 'kind: pipeline\ntype: docker\nname: mill\n';
const steps = 'steps:\n- name: grind\n  image: alpine\n  commands: [ls]\n';
const problemsOf = (text: string) => parsePipelineFile(text).problems.map(formatProblem);

it.each([
  [
    'concurrency: 1',
    'line 4, column 14: concurrency must be a map; write "concurrency: { limit: 1 }"',
  ],
  ['manual: yes please', 'line 4, column 9: manual must be true or false; write "manual: true"'],
  [
    'manual: admin',
    'line 4, column 9: manual must be true or false; write "manual: { permission: admin }"',
  ],
  ['manual: [ada]', 'line 4, column 9: manual must be true or false; write "manual: true"'],
  [
    'manual: { permission: owner }',
    'line 4, column 23: manual.permission must be write or admin, not "owner"',
  ],
  ['manual: { who: admin }', 'line 4, column 11: unknown key "who" in manual'],
  ['trigger: main', 'line 4, column 10: trigger must be a map; write "trigger: { branch: main }"'],
  [
    'trigger: [push, tag]',
    'line 4, column 10: trigger must be a map; write "trigger: { event: [push, tag] }"',
  ],
  ['clone: false', 'line 4, column 8: clone must be a map; write "clone: { disable: true }"'],
  ['clone: 50', 'line 4, column 8: clone must be a map; write "clone: { depth: 50 }"'],
  [
    'env: { A: b }',
    'line 4, column 1: unknown key "env" in a pipeline; write the variables into "environment"',
  ],
  [
    'jobs: { a: b }',
    'line 4, column 1: unknown key "jobs" in a pipeline; each of them is a pipeline of its own, after a line with ---',
  ],
  [
    'needs: [other]',
    'line 4, column 1: unknown key "needs" in a pipeline; write the names into "depends_on"',
  ],
  [
    'runs-on: linux',
    'line 4, column 1: unknown key "runs-on" in a pipeline; write the labels of the runner into "node"',
  ],
  [
    'script: [ls]',
    'line 4, column 1: unknown key "script" in a pipeline; commands belong to a step, below "steps"',
  ],
  [
    'image: alpine',
    'line 4, column 1: unknown key "image" in a pipeline; it belongs to each step, below "steps", or to all of them, below "defaults"',
  ],
  [
    'matrix: [{ GO: 1 }]',
    'line 4, column 9: matrix must be a map; write "matrix: { include: [{ GO: 1 }] }"',
  ],
  [
    'platform: linux/arm64',
    'line 4, column 11: platform must be a map; write "platform: { os: linux, arch: arm64 }"',
  ],
  [
    'platform: { os: ubuntu }',
    'line 4, column 17: unknown os "ubuntu", not one of linux, windows, darwin, freebsd, netbsd, openbsd, dragonfly, solaris, illumos, aix, android, ios, plan9; did you mean "linux"?',
  ],
  [
    'platform: { arch: aarch64 }',
    'line 4, column 19: unknown arch "aarch64", not one of 386, amd64, arm, arm64, loong64, mips, mips64, mips64le, mipsle, ppc64, ppc64le, riscv64, s390x, wasm; did you mean "arm64"?',
  ],
  [
    'timeout: 10 minutes',
    'line 4, column 10: timeout must be a duration, such as 90s, 10m or 1h30m; it is ignored; write "10m"',
  ],
  [
    'workspace: /src',
    'line 4, column 12: workspace must be a map; write "workspace: { path: /src }"',
  ],
  ['node: gpu', 'line 4, column 7: node must be a map; write "node: { gpu: \'true\' }"'],
  ['node: [gpu=true]', 'line 4, column 7: node must be a map; write "node: { gpu: \'true\' }"'],
  [
    'cache: [node_modules]',
    'line 4, column 9: cache[0] must be a map; write "- { key: KEY, paths: [node_modules] }"',
  ],
  [
    'cache: { key: k, paths: ["~"] }',
    'line 4, column 26: cache.paths[0]: "~" is the home folder; write a folder in it, such as ~/.npm',
  ],
  [
    "cache: { key: k, paths: ['**/target'] }",
    'line 4, column 26: cache.paths[0]: "**/target" is not a pattern here; write the name of a file or folder',
  ],
  [
    'parameters: { A: b }',
    'line 4, column 13: parameters must be a list; write "parameters: [{ name: A, … }]"',
  ],
  [
    'trigger: { event: merge_request }',
    'line 4, column 19: unknown event "merge_request", not one of push, pull_request, tag, promote, rollback, cron, custom; did you mean "pull_request"?',
  ],
  [
    'trigger: { status: failed }',
    'line 4, column 20: unknown status "failed", not one of success, failure; did you mean "failure"?',
  ],
  [
    'trigger: { status: killed }',
    'line 4, column 20: unknown status "killed", not one of success, failure',
  ],
  [
    'trigger: { branch: ^release-.*$ }',
    'line 4, column 20: "^release-.*$" in branch is a regular expression, and conditions are patterns; write "release-*"',
  ],
  [
    "trigger: { branch: '!main' }",
    'line 4, column 20: "!main" in branch matches nothing: a pattern has no "!"; write "branch: { exclude: [main] }"',
  ],
  [
    "trigger: { branch: '[a' }",
    'line 4, column 20: "[a" in branch matches nothing: a "]" is missing after "["',
  ],
  [
    'trigger: { event: tag, branch: main }',
    'line 4, column 32: with the event tag, branch is the name of the tag; write a condition on "ref" instead',
  ],
  [
    'trigger: { event: push, target: production }',
    'line 4, column 33: builds with the event push have no target, so this matches nothing',
  ],
  [
    'trigger: { ref: main }',
    'line 4, column 17: "main" in ref matches nothing: a reference begins with refs/; write "refs/heads/main"',
  ],
  [
    'trigger: { repo: mill }',
    'line 4, column 18: "mill" in repo matches nothing: a repository is NAMESPACE/mill',
  ],
  [
    "trigger: { cron: '0 3 * * *' }",
    'line 4, column 18: "0 3 * * *" in cron matches nothing: it is the name of a cron job of the repository, which has the schedule',
  ],
  [
    'trigger: { paths: [/src/**] }',
    'line 4, column 19: "/src/**" in paths matches nothing: paths begin without "/"; write "src/**"',
  ],
  [
    'trigger: { paths: [src/] }',
    'line 4, column 19: "src/" in paths matches no file; write "src/**"',
  ],
  [
    'trigger: { tags: v1 }',
    'line 4, column 12: unknown key "tags" in trigger; write it as "ref: refs/tags/PATTERN"',
  ],
  [
    'type: dokcer',
    'line 3, column 7: unknown type "dokcer", not one of docker, exec, kubernetes; did you mean "docker"?',
  ],
])('explains %j in a pipeline', (keys, message) => {
  const before = keys.startsWith('type:') ? start.replace('type: docker\n', '') : start;
  expect(problemsOf(`${before}${keys}\n${steps}`)[0]).toBe(message);
});

it.each([
  ['run: ls', 'line 8, column 3: unknown key "run" in a step; write its lines into "commands"'],
  [
    'uses: actions/checkout@v4',
    'line 8, column 3: unknown key "uses" in a step; write the image of a plugin into "image", its parameters into "settings"',
  ],
  [
    'needs: clone',
    'line 8, column 3: unknown key "needs" in a step; write the names into "depends_on"',
  ],
  [
    'secrets: [token]',
    'line 8, column 3: unknown key "secrets" in a step; write "NAME: { from_secret: SECRET }" into "environment"',
  ],
  ['if: main', 'line 8, column 3: unknown key "if" in a step; write the condition into "when"'],
  [
    'allow_failure: true',
    'line 8, column 3: unknown key "allow_failure" in a step; write "failure: ignore"',
  ],
  [
    'trigger: { branch: main }',
    'line 8, column 3: unknown key "trigger" in a step; a step has "when"',
  ],
  [
    'when: main',
    'line 8, column 9: steps[grind].when must be a map; write "when: { branch: main }"',
  ],
  [
    'commands: { run: ls }',
    'line 7, column 13: steps[grind].commands must be a list; write "commands: [ls]"',
  ],
  [
    'environment: [A=b]',
    'line 8, column 16: steps[grind].environment must be a map; write "environment: { A: b }"',
  ],
  [
    'environment: { A: [x, y] }',
    'line 8, column 21: steps[grind].environment.A must be text; write "\'x,y\'"',
  ],
  [
    'environment: { A: { from_secert: token } }',
    'line 8, column 23: steps[grind].environment.A must be text or from_secret, not "from_secert"; did you mean "from_secret"?',
  ],
  [
    'environment: { A: { secret: token } }',
    'line 8, column 23: steps[grind].environment.A must be text or from_secret, not "secret"; did you mean "from_secret"?',
  ],
  [
    'environment: { from_secret: token }',
    'line 8, column 31: from_secret belongs under the name of a variable',
  ],
  [
    "environment: { PATH: '/opt:$PATH' }",
    'line 8, column 24: no shell replaces "$PATH" in steps[grind].environment.PATH; write "export PATH=/opt:$PATH" as the first command',
  ],
  [
    "environment: { A: '${{ github.sha }}' }",
    'line 8, column 21: "${{ github.sha }}" is an expression of another system; write "${NAME}" for a variable',
  ],
  ["environment: { A: 'v${DRONE_TAG' }", 'line 8, column 21: a "}" is missing after "${"'],
  [
    'reports: [out/*.xml]',
    'line 8, column 12: steps[grind].reports must be a map; write "reports: { junit: [out/*.xml] }"',
  ],
  [
    'artifacts: { paths: [out], expire_in: 1 week }',
    'line 8, column 30: unknown key "expire_in" in artifacts; write "days: 7"',
  ],
  [
    'privileged: "true"',
    'line 8, column 15: steps[grind].privileged must be true or false; write "privileged: true"',
  ],
  [
    'depends_on: { clone: x }',
    'line 8, column 15: steps[grind].depends_on must be a list; write "depends_on: [clone]"',
  ],
  [
    'timeout: 90 seconds',
    'line 8, column 12: steps[grind].timeout must be a duration, such as 90s, 10m or 1h30m; it is ignored; write "90s"',
  ],
])('explains %j in a step', (keys, message) => {
  const others = keys.startsWith('commands') ? steps.replace('  commands: [ls]\n', '') : steps;
  expect(problemsOf(`${start}${others}  ${keys}\n`)[0]).toBe(message);
});

it.each([
  [
    'a command with a colon',
    '\n  - echo status: ok',
    `line 8, column 5: steps[grind].commands[0] must be text; write "- 'echo status: ok'"`,
  ],
  [
    'a list as text',
    ' |\n    - ls\n    - pwd',
    'line 7, column 13: steps[grind].commands is one text whose lines begin with "-"; leave out the "|" or the dashes',
  ],
])('explains %s', (_, commands, message) => {
  expect(problemsOf(`${start}${steps.replace(' [ls]', commands)}`)).toEqual([message]);
});

it.each([
  [
    'a first line with blanks',
    ` ${start}${steps}`,
    'line 1, column 1: this line begins with blanks',
  ],
  [
    'an open quote',
    `${start}${steps.replace('alpine', '"alpine')}`,
    'line 6, column 10: the quote " is not closed',
  ],
  [
    'an open bracket',
    `${start}${steps.replace('ls]', 'ls')}`,
    'line 7, column 13: the [ is not closed',
  ],
  [
    'an at sign',
    `${start}${steps.replace('alpine', '@alpine')}`,
    "line 6, column 10: a text that begins with @ needs quotes: '@alpine'",
  ],
  [
    'braces in a list',
    `${start}${steps.replace('ls', 'echo ${DRONE_TAG}')}`,
    'line 7, column 19: a text with "${…}" needs quotes',
  ],
  [
    'a missing colon',
    `${start}${steps.replace('image:', 'image')}`,
    'line 6, column 3: a ":" is missing after "image"',
  ],
  [
    'a missing blank',
    `${start}${steps.replace('name: g', 'name:g')}`,
    'line 5, column 3: a blank is missing after "name:"',
  ],
  [
    'a key too far right',
    `${start}${steps.replace('  image', '   image')}`,
    'line 6, column 4: "image" begins further right',
  ],
  [
    'a key too far left',
    `${start}${steps.replace('  commands', ' commands')}`,
    'line 7, column 1: this line begins too far left',
  ],
  [
    'a tab',
    `${start}${steps.replace('  image', '\timage')}`,
    'line 6, column 1: a tab cannot indent a line',
  ],
])('finds %s', (_, text, message) => {
  expect(problemsOf(text)[0]?.slice(0, message.length)).toBe(message);
});

it.each([
  ['GitHub Actions', 'on: push\njobs: { build: { steps: [{ run: make }] } }\n'],
  ['GitLab CI', 'build: { script: [make] }\n'],
  ['CircleCI', 'version: 2.1\njobs: { build: { steps: [checkout] } }\n'],
  ['Woodpecker', 'steps: { build: { image: alpine, commands: [ls] } }\n'],
])('recognizes a file of %s', (system, text) => {
  expect(problemsOf(text)[0]).toContain(`this is a file of ${system}; "millrace convert FILE"`);
});

it('says nothing about good files', () => {
  const trigger =
    "trigger: { branch: [main, 'release-*', 'v1.*'], event: [push, tag], ref: ['refs/**'] }\n";
  const environment =
    "  environment: { A: '$HOMES', B: { from_secret: b }, C: '$${{ c }}', D: '$${' }\n";
  expect(problemsOf(`${start}${trigger}${steps}${environment}`)).toEqual([]);
});
