import { describe, expect, it } from 'vitest';
import { formatProblem, parsePipelineFile } from './parse-pipeline-file.ts';

const minimal = `kind: pipeline
type: exec
name: build
steps:
  - name: test
    commands:
      - npm test
`;

function problemsOf(text: string): string[] {
  return parsePipelineFile(text).problems.map(formatProblem);
}

describe('parsePipelineFile', () => {
  it('reads a minimal pipeline with its defaults', () => {
    expect(parsePipelineFile(minimal)).toEqual({
      problems: [],
      secrets: [],
      pipelines: [
        {
          kind: 'pipeline',
          type: 'exec',
          name: 'build',
          platform: { os: 'linux', arch: 'amd64', variant: '', version: '' },
          clone: { disable: false, depth: 0, repositories: [] },
          workspace: { base: '', path: '' },
          environment: {},
          volumes: [],
          services: [],
          node: {},
          imagePullSecrets: [],
          dependsOn: [],
          trustProblems: [],
          trigger: [{}],
          concurrency: 0,
          ignoresFailure: false,
          manual: '',
          isInterruptible: false,
          storesReplayFiles: false,
          requiresSecrets: false,
          timeoutSec: 0,
          retry: { max: 0, causes: [], exitCodes: [] },
          caches: [],
          artifactsFrom: [],
          matrixSources: [],
          parameters: [],
          pod: {
            requests: { cpu: 0, memory: 0 },
            nodeSelector: {},
            nodeName: '',
            tolerations: [],
            serviceAccountName: '',
            namespace: '',
            labels: {},
            annotations: {},
            dns: { nameservers: [], searches: [], options: [] },
          },
          steps: [
            {
              name: 'test',
              image: '',
              pull: 'default',
              commands: ['npm test'],
              entrypoint: [],
              command: [],
              environment: {},
              settings: {},
              dependsOn: [],
              when: [{}],
              ignoresFailure: false,
              retries: 0,
              detach: false,
              privileged: false,
              user: '',
              workingDir: '',
              volumes: [],
              networkMode: '',
              dns: [],
              dnsSearch: [],
              extraHosts: [],
              memoryLimit: 0,
              push: { refs: [], startsBuilds: false },
              sharedMemory: 0,
              resources: { requests: { cpu: 0, memory: 0 }, limits: { cpu: 0, memory: 0 } },
              caches: [],
              artifactRule: { when: 'always', days: 0 },
              files: { artifact: [], junit: [], summary: [] },
              timeoutSec: 0,
              gracePeriodSec: 0,
            },
          ],
        },
      ],
    });
  });

  it('uses the defaults for empty values, as scripts write them', () => {
    const head = 'kind: pipeline\ntype: ""\nname: ""\nplatform: { os: "", arch: "" }\n';
    const { pipelines } = parsePipelineFile(`${head}steps: []\n`);
    expect(pipelines).toMatchObject([
      { type: 'docker', name: 'default', platform: { os: 'linux', arch: 'amd64' } },
    ]);
  });

  it.each([
    ['no limit', '', 0],
    ['one', 'concurrency: { limit: 1 }\n', 1],
    ['no limit, as written in existing files', 'concurrency: { limit: 0 }\n', 0],
  ])('limits concurrency to %s', (_, line, concurrency) => {
    const { pipelines, problems } = parsePipelineFile(`${line}${minimal}`);
    expect([problems, pipelines]).toMatchObject([[], [{ concurrency }]]);
  });

  it('keeps the source text of environment values', () => {
    const file = parsePipelineFile(
      minimal.replace('steps:', 'environment: { A: 1.40, B: yes, C: 010, D: }\nsteps:'),
    );
    expect(file.pipelines[0]?.environment).toEqual({ A: '1.40', B: 'yes', C: '010', D: '' });
  });

  it('distinguishes secrets from values', () => {
    const file = parsePipelineFile(
      minimal.replace('steps:', 'environment: { A: { from_secret: token }, B: b }\nsteps:'),
    );
    expect(file.problems).toEqual([]);
    expect(file.pipelines[0]?.environment).toEqual({ A: { fromSecret: 'token' }, B: 'b' });
  });

  it('reads encrypted secrets, accepts signatures and templates', () => {
    const file = parsePipelineFile(
      'kind: secret\nname: token\ndata: >\n  abc\n  def\n---\nkind: signature\nhmac: 00\n---\nkind: template\nload: a.yaml\n',
    );
    expect(file).toEqual({
      pipelines: [],
      secrets: [{ name: 'token', data: 'abcdef' }],
      problems: [],
    });
  });

  it.each([
    ['get', 'kind: secret\nname: a\nget: { path: x, name: y }\n'],
    ['data that is a map', 'kind: secret\nname: a\ndata: { path: x, name: y }\n'],
  ])('reads the name of an external secret, by %s', (_, text) => {
    expect(parsePipelineFile(text)).toEqual({
      pipelines: [],
      secrets: [{ name: 'a', data: '', externalName: 'y', externalPath: 'x' }],
      problems: [],
    });
  });

  it.each([
    ['a path', 'path: x', { externalName: '', externalPath: 'x' }],
    ['a name', 'name: y', { externalName: 'y' }],
  ])('accepts an external secret with only %s', (_, get, secret) => {
    const file = parsePipelineFile(`kind: secret\nname: a\nget: { ${get} }\n`);
    expect(file.secrets).toEqual([{ name: 'a', data: '', ...secret }]);
  });

  it('reads conditions as text, list and include/exclude', () => {
    const file = parsePipelineFile(
      `${minimal}trigger:\n  branch: main\n  event: [push, tag]\n  ref: { include: [a], exclude: [b] }\n`,
    );
    expect(file.pipelines[0]?.trigger[0]).toEqual({
      branch: { include: ['main'], exclude: [] },
      event: { include: ['push', 'tag'], exclude: [] },
      ref: { include: ['a'], exclude: ['b'] },
    });
  });

  it('reads several documents, anchors and merge keys', () => {
    const file = parsePipelineFile(
      `${minimal}    environment: &env\n      A: one\n---\n${minimal.replace('name: build', 'name: second\ndepends_on: [build]')}`,
    );
    expect(file.problems).toEqual([]);
    expect(file.pipelines.map((pipeline) => pipeline.dependsOn)).toEqual([[], ['build']]);
    const merged = parsePipelineFile(
      'kind: pipeline\n.env: &env { A: one, B: two }\ntype: exec\nsteps:\n  - name: a\n    environment: { <<: *env, B: own }\n',
    );
    expect(merged.pipelines[0]?.steps[0]?.environment).toEqual({ A: 'one', B: 'own' });
  });

  it.each([
    [
      'bad indentation',
      'kind: pipeline\n steps: []\n',
      /^line 2, column 2: "steps" begins further right than the key above it$/,
    ],
    [
      'an unknown alias',
      'kind: pipeline\nsteps: *nothing\n',
      /^line 2, column 8: there is no anchor "&nothing" above/,
    ],
    ['a star', 'files: *.zip\n', /; a text that starts with "\*" needs quotes$/],
    [
      'a colon in a text',
      'a: b: c\n',
      /^line 1, column 4: a text that contains ": " needs quotes: 'b: c'$/,
    ],
    [
      'a stray character',
      'a: {}`\n',
      /^line 1, column 6: a text with special characters needs quotes/,
    ],
    [
      'a line with too little indentation',
      'a:\n  - b\n c: 1\n',
      /^line 3, column 1: .*: check the indentation/,
    ],
    [
      'inconsistent indentation',
      'a:\n   b: 1\n  c: 1\n',
      /^line 3, column 1: .*: check the indentation/,
    ],
    ['a missing kind', 'name: x\n', /^line 1, column 1: kind is missing/],
    [
      'a file without a pipeline',
      'kind: signature\nhmac: x\n',
      /^line 1, column 1: the file has no/,
    ],
    ['no steps', 'kind: pipeline\n', /^line 1, column 7: the pipeline has no steps/],
    [
      'steps that are not a list',
      'kind: pipeline\nsteps: 5\n',
      /^line 2, column 8: steps must be a list/,
    ],
    [
      'a step without a name',
      'kind: pipeline\nsteps:\n  - commands: [a]\n',
      /^line 3, column 5: steps\[0\]\.name is missing/,
    ],
    [
      'commands that are a map',
      'kind: pipeline\nsteps:\n  - name: a\n    commands: { b: c }\n',
      /^line 4, column 15: steps\[a\]\.commands must be a list/,
    ],
    ['text only', 'just words\n', /^line 1, column 1: the document must be a map/],
  ])('reports line and reason for %s', (_, text, expected) => {
    expect(problemsOf(text)[0]).toMatch(expected);
  });

  it('rejects pipelines that depend on each other', () => {
    const pipeline = (name: string, dependsOn: string) =>
      `kind: pipeline\nname: ${name}\ndepends_on: [${dependsOn}]\nsteps: [{ name: a, image: a }]\n`;
    expect(problemsOf(`${pipeline('a', 'b')}---\n${pipeline('b', 'a')}`)).toEqual([
      'line 3, column 13: the pipelines a → b → a wait for each other',
    ]);
  });

  it('rejects cycles among pipelines with the same name, whichever of them waits', () => {
    const pipeline = (name: string, dependsOn: string) =>
      `kind: pipeline\nname: ${name}\ndepends_on: [${dependsOn}]\nsteps: [{ name: a, image: a }]\n`;
    const errorsOf = (...documents: string[]) =>
      parsePipelineFile(documents.join('---\n'))
        .problems.filter(({ severity }) => severity === 'error')
        .map(({ message }) => message);
    const expected = ['the pipelines a → b → a wait for each other'];
    expect(errorsOf(pipeline('a', 'b'), pipeline('b', 'a'), pipeline('a', ''))).toEqual(expected);
    expect(errorsOf(pipeline('a', ''), pipeline('b', 'a'), pipeline('a', 'b'))).toEqual(expected);
    expect(errorsOf(pipeline('a', 'a'), pipeline('a', ''))).toEqual([
      'the pipeline "a" depends on itself',
    ]);
    expect(errorsOf(pipeline('a', 'b'), pipeline('a', 'b'), pipeline('b', ''))).toEqual([]);
  });

  it('warns about unknown keys and continues', () => {
    const file = parsePipelineFile(`${minimal}comand: x\n`);
    expect(file.problems.map((problem) => problem.severity)).toEqual(['warning']);
    expect(file.pipelines).toHaveLength(1);
  });

  it.each([
    ['an anchor that contains itself', '.a: &a\n  <<: *a\n', /"&a" contains itself/],
    ['an alias of an unread key', 'files: *.zst\n', /no anchor "&.zst" above/],
    ['steps that depend on each other', '', /the steps one → two → one wait for each other/],
    ['a duplicate step name', '  - { name: test, commands: [a] }\n', /second step is named "test"/],
    ['an invalid size', '  - { name: a, mem_limit: much }\n', /mem_limit must be a size/],
    ['a host volume without a path', 'volumes: [{ name: a, host: {} }]\n', /host.path is missing/],
  ])('rejects %s', (_, text, message) => {
    const circle =
      '  - { name: one, commands: [a], depends_on: [two] }\n  - { name: two, commands: [a], depends_on: [one] }\n';
    const errors = parsePipelineFile(minimal + (text || circle)).problems.filter(
      ({ severity }) => severity === 'error',
    );
    expect(errors.map(formatProblem)).toEqual([expect.stringMatching(message)]);
  });

  it('names the document of a problem', () => {
    expect(problemsOf(`${minimal}---\n${minimal.replace('build', 'other')}nodes: {}\n`)).toEqual([
      'document 2, line 16, column 1: unknown key "nodes" in a pipeline; did you mean "node"?',
    ]);
  });

  it.each([
    ['a duplicate key', 'name: again\n', /"name" is a duplicate key; the last value is used/],
    ['an unknown pull policy', '    pull: sometimes\n', /pull must be always/],
    ['an unknown failure rule', '    failure: never\n', /failure must be ignore/],
    [
      'an unknown condition',
      '    when: { day: monday }\n',
      /unknown key "day" in steps\[test\].when/,
    ],
    [
      'an undeclared volume',
      '    volumes: [{ name: a, path: /a }]\n',
      /no volume "a"; the mount is/,
    ],
    ['an old pull policy', '    pull: true\n', /pull: true means default/],
    ['an old volume', "    volumes: ['/a:/b']\n", /is a map of name and path/],
    ['a secret among settings', '    settings: { from_secret: a }\n', /belongs under the name/],
    ['volumes without containers', 'volumes: []\n', /volumes has no effect/],
    [
      'a depth that is not a number',
      'clone: { depth: true }\n',
      /clone.depth must be a whole number/,
    ],
  ])('warns about %s and continues', (_, text, message) => {
    const file = parsePipelineFile(minimal + text);
    expect(file.problems.map(({ severity }) => severity)).toEqual(['warning']);
    expect(file.problems.map(formatProblem)).toEqual([expect.stringMatching(message)]);
    expect(file.pipelines[0]?.steps).toHaveLength(1);
  });

  it('rejects a service of a pipeline without containers that has only an image', () => {
    const file = parsePipelineFile(`${minimal}services: [{ name: db, image: postgres }]\n`);
    expect(file.problems).toMatchObject([{ severity: 'error' }]);
    expect(file.problems.map(formatProblem)).toEqual([
      expect.stringMatching(/services\[db\] has no commands; the image of a service runs in/),
    ]);
    const withCommands = `${minimal}services: [{ name: db, commands: [serve] }]\n`;
    expect(problemsOf(withCommands)).toEqual([]);
  });

  it('warns about files for replays of containers, which are not stored', () => {
    const text = 'kind: pipeline\nreplay_files: true\nsteps: [{ name: a, image: b }]\n';
    expect(problemsOf(text)).toEqual([
      expect.stringContaining('replay_files has no effect in a pipeline of type docker'),
    ]);
  });

  it('ignores unknown keys of pipeline types for other runners', () => {
    const text = 'kind: pipeline\ntype: ssh\nserver: { host: a }\nsteps: [{ name: a, group: b }]\n';
    expect(problemsOf(text)).toEqual([]);
  });

  it('reads all container settings', () => {
    const text = `kind: pipeline
name: full
platform: { os: linux, arch: arm64, variant: v8, version: 1809 }
clone: { depth: 50 }
workspace: { base: /go, path: src/app }
volumes:
  - { name: cache, temp: {} }
  - { name: fast, temp: { medium: memory } }
  - { name: docker, host: { path: /var/run/docker.sock } }
services:
  - { name: db, image: postgres, ports: [5432], environment: { POSTGRES_USER: yes } }
node: { disk: ssd, gpu: true }
image_pull_secrets: [registry]
concurrency: { limit: 2 }
steps:
  - name: publish
    image: plugins/docker
    pull: Always
    settings:
      repo: octo/app
      password: { from_secret: password }
      tags: [1.40, latest]
      build_args: [{ A: b }]
      squash: true
      dry: null
    volumes: [{ name: docker, path: /var/run/docker.sock }]
    privileged: true
  - name: odd
    image: busybox
    entrypoint: /bin/sh  -c
    command: [echo, hi]
    detach: true
    user: 1000
    working_dir: /tmp
    network_mode: host
    dns: 1.1.1.1
    dns_search: [example.com]
    extra_hosts: ['a:1.2.3.4']
    mem_limit: 512MiB
    shm_size: 64m
`;
    const { pipelines, problems } = parsePipelineFile(text);
    expect(problems).toEqual([]);
    expect(pipelines[0]).toMatchObject({
      platform: { os: 'linux', arch: 'arm64', variant: 'v8', version: '1809' },
      clone: { disable: false, depth: 50, repositories: [] },
      workspace: { base: '/go', path: 'src/app' },
      volumes: [
        { name: 'cache', kind: 'temp', inMemory: false, sizeLimit: 0 },
        { name: 'fast', kind: 'temp', inMemory: true, sizeLimit: 0 },
        { name: 'docker', kind: 'host', path: '/var/run/docker.sock' },
      ],
      services: [{ name: 'db', detach: true, environment: { POSTGRES_USER: 'yes' } }],
      node: { disk: 'ssd', gpu: 'true' },
      imagePullSecrets: ['registry'],
      concurrency: 2,
    });
    expect(pipelines[0]?.steps).toMatchObject([
      {
        pull: 'always',
        settings: {
          repo: 'octo/app',
          password: { from_secret: 'password' },
          tags: ['1.40', 'latest'],
          build_args: [{ A: 'b' }],
          squash: true,
          dry: null,
        },
        volumes: [{ name: 'docker', path: '/var/run/docker.sock' }],
      },
      {
        entrypoint: ['/bin/sh', '-c'],
        command: ['echo', 'hi'],
        detach: true,
        user: '1000',
        workingDir: '/tmp',
        networkMode: 'host',
        dns: ['1.1.1.1'],
        memoryLimit: 512 * 1024 * 1024,
        sharedMemory: 64 * 1024 * 1024,
      },
    ]);
    expect(pipelines[0]?.trustProblems.map(formatProblem)).toEqual([
      'line 9, column 27: volumes[docker].host needs a trusted repository',
      'line 27, column 17: steps[publish].privileged needs a trusted repository',
      'line 35, column 19: steps[odd].network_mode needs a trusted repository',
      'line 36, column 10: steps[odd].dns needs a trusted repository',
      'line 37, column 17: steps[odd].dns_search needs a trusted repository',
      'line 38, column 18: steps[odd].extra_hosts needs a trusted repository',
    ]);
  });

  it('substitutes values in keys too, without changing the structure', () => {
    const text = minimal.replace('npm test', 'echo ${A}').replace('- name: test', '- name: ${A}');
    const file = parsePipelineFile(`${text}    settings: { "\${A}": "\${A}", b: \${A} }\n`, {
      values: { A: 'b: "c"\n#' },
    });
    const value = 'b: "c"\n#';
    expect(file.problems).toEqual([]);
    expect(file.pipelines[0]?.steps).toMatchObject([
      { name: value, commands: [`echo ${value}`], settings: { [value]: value, b: value } },
    ]);
  });

  it('treats a text that is empty after substitution as null', () => {
    const text = `${minimal}    image: \${NONE}\n    settings: { a: \${NONE}, b: "\${NONE}", c: [\${NONE}] }\n    depends_on: \${NONE}\n    when: { branch: \${NONE} }\n    privileged: \${YES}\n`;
    const [pipeline] = parsePipelineFile(text, { values: { YES: 'true' } }).pipelines;
    expect(pipeline?.steps).toMatchObject([
      {
        image: '',
        settings: { a: null, b: '', c: [null] },
        dependsOn: [],
        when: [{ branch: { include: [], exclude: [] } }],
        privileged: true,
      },
    ]);
  });

  it('keeps the backslashes of a file that is invalid without them', () => {
    const text = minimal.replace('npm test', '"grep \\\\d \\\\/ x"');
    expect(parsePipelineFile(text, { values: {} }).pipelines[0]?.steps[0]?.commands).toEqual([
      'grep \\d \\/ x',
    ]);
    const readable = minimal.replace('npm test', "'C:\\\\a'");
    expect(parsePipelineFile(readable, { values: {} }).pipelines[0]?.steps[0]?.commands).toEqual([
      'C:\\a',
    ]);
  });

  it('accepts byte-order marks at the beginning of lines', () => {
    const mark = String.fromCharCode(0xfeff);
    const text = `${mark}${minimal}---\n${mark}${minimal.replace('build', 'b')}  ${mark}`;
    const broken = minimal.replace('  - name', `${mark}  - name`);
    expect(parsePipelineFile(text.trimEnd()).problems).toEqual([]);
    expect(parsePipelineFile(broken).problems).toEqual([]);
  });

  it('limits nested merges that multiply the keys', () => {
    const levels = Array.from({ length: 12 }, (_, level) => {
      const below = Array.from({ length: 10 }, () => `*l${level}`).join(', ');
      return `.l${level + 1}: &l${level + 1} { <<: [${below}] }\n`;
    });
    const text = `.l0: &l0 { a: b }\n${levels.join('')}${minimal}environment: *l12\n`;
    expect(problemsOf(text)).toContainEqual(expect.stringMatching(/too many merge keys/));
  });
});
