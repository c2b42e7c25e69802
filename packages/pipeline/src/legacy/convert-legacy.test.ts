import { describe, expect, it } from 'vitest';
import { parsePipelineFile } from '../parse-pipeline-file.ts';
import { convertLegacyFile } from './convert-legacy.ts';

function convert(text: string) {
  const converted = convertLegacyFile(text, { repoLink: 'https://git.example.com/octocat/hello' });
  return parsePipelineFile(converted ?? '').pipelines;
}

const file = `workspace:
  path: src/x
clone:
  git:
    image: plugins/git
    depth: 50
pipeline:
  test:
    image: golang:1.10
    pull: true
    group: a
    environment: [ A=b=c ]
    commands:
      - go test
  build:
    image: golang:1.10
    environment:
      CGO_ENABLED: 0
      V: 1.40
      ON: yes
    commands: go build
    volumes: [ /var/run/docker.sock:/var/run/docker.sock ]
  publish:
    image: plugins/docker
    repo: octocat/hello
    tags: [ latest, 1.0 ]
    secrets: [ docker_username, { source: pass, target: docker_password } ]
    when:
      event: [ tag, deployment ]
      environment: production
      branch: { include: [ master ], exclude: release/* }
  notify:
    image: plugins/slack
    when: { status: [ success, failure ], local: false }
services:
  db:
    image: postgres
    command: [ -c, fsync=off ]
branches: [ master, develop ]
`;

describe('a file in the format before kind: pipeline', () => {
  it('becomes one pipeline', () => {
    const [pipeline, ...others] = convert(file);
    expect(others).toEqual([]);
    expect(pipeline).toMatchObject({
      name: 'default',
      type: 'docker',
      workspace: { base: '/drone', path: 'src/x' },
      clone: { disable: true },
      trigger: [
        {
          ref: {
            include: [
              'refs/heads/master',
              'refs/heads/develop',
              'refs/pull/**',
              'refs/pull-requests/**',
              'refs/merge-requests/**',
              'refs/tags/**',
            ],
            exclude: [],
          },
        },
      ],
      services: [{ name: 'db', image: 'postgres', command: ['-c', 'fsync=off'] }],
      volumes: [{ kind: 'host', path: '/var/run/docker.sock' }],
    });
    expect(pipeline?.steps.map(({ name }) => name)).toEqual([
      'git',
      'test',
      'build',
      'publish',
      'notify',
    ]);
  });

  it('preserves the keys of its steps', () => {
    const [git, test, build, publish, notify] = convert(file)[0]?.steps ?? [];
    expect(git).toMatchObject({ settings: { depth: 50 }, pull: 'if-not-exists' });
    expect(test).toMatchObject({ pull: 'always', environment: { A: 'b=c' }, settings: {} });
    expect(build).toMatchObject({
      commands: ['go build'],
      environment: { CGO_ENABLED: '0', V: '1.40', ON: 'yes' },
      volumes: [{ path: '/var/run/docker.sock' }],
    });
    expect(publish).toMatchObject({
      settings: { repo: 'octocat/hello', tags: ['latest', '1.0'] },
      environment: {
        DOCKER_USERNAME: { fromSecret: 'docker_username' },
        DOCKER_PASSWORD: { fromSecret: 'pass' },
      },
      when: [
        {
          event: { include: ['tag', 'promote'], exclude: [] },
          target: { include: ['production'], exclude: [] },
          branch: { include: ['master'], exclude: ['release/*'] },
        },
      ],
    });
    expect(notify?.when).toEqual([{ status: { include: ['success', 'failure'], exclude: [] } }]);
  });

  it('clones into the import path of the repository', () => {
    const [pipeline] = convert('pipeline: { a: { image: b, commands: [c] } }\n');
    expect(pipeline?.workspace).toEqual({
      base: '/drone',
      path: 'src/git.example.com/octocat/hello',
    });
    expect(pipeline).toMatchObject({ clone: { disable: false }, trigger: [{}] });
  });

  it.each([
    ['branches: master', { ref: expect.objectContaining({ exclude: [] }) }],
    ['branches: { exclude: [ gh-pages ] }', { branch: { include: [], exclude: ['gh-pages'] } }],
    [
      'branches: { include: master, exclude: dev }',
      { branch: { include: ['master'], exclude: ['dev'] } },
    ],
  ])('has a trigger of %s', (branches, trigger) => {
    expect(convert(`pipeline: { a: { image: b } }\n${branches}\n`)[0]?.trigger).toEqual([trigger]);
  });

  it('becomes one pipeline per matrix combination', () => {
    const pipelines = convert(`pipeline:
  test:
    image: golang:\${GO}
    commands: [ "echo \${GO} \${DB} \${OTHER}" ]
  cover:
    image: golang:\${GO}
    when: { matrix: { GO: 1.10 } }
services:
  db: { image: "\${DB}" }
matrix:
  GO: [ 1.9, 1.10 ]
  DB: [ mysql, postgres ]
`);
    expect(
      pipelines.map(({ name, steps, services }) => [
        name,
        steps.map((step) => `${step.name} ${step.image}`).join(', '),
        steps[0]?.commands[0],
        services[0]?.image,
      ]),
    ).toEqual([
      ['1.9, mysql', 'test golang:1.9', 'echo 1.9 mysql ${OTHER}', 'mysql'],
      ['1.9, postgres', 'test golang:1.9', 'echo 1.9 postgres ${OTHER}', 'postgres'],
      ['1.10, mysql', 'test golang:1.10, cover golang:1.10', 'echo 1.10 mysql ${OTHER}', 'mysql'],
      [
        '1.10, postgres',
        'test golang:1.10, cover golang:1.10',
        'echo 1.10 postgres ${OTHER}',
        'postgres',
      ],
    ]);
  });

  it('uses the combinations listed by a matrix', () => {
    const pipelines = convert(
      'pipeline: { a: { image: "x:${V}-${W}" } }\nmatrix: { include: [ { V: 1, W: 2 }, { V: 3, W: 4 } ] }\n',
    );
    expect(pipelines.map(({ steps }) => steps[0]?.image)).toEqual(['x:1-2', 'x:3-4']);
  });

  it('numbers combinations with the same values', () => {
    const pipelines = convert(
      'pipeline: { a: { image: x } }\nmatrix: { include: [ { V: 1 }, { W: 1 }, { V: 3 } ] }\n',
    );
    expect(pipelines.map(({ name }) => name)).toEqual(['matrix-1', 'matrix-2', '3']);
  });

  it('numbers steps with the same name', () => {
    const [pipeline] = convert('clone: { a: { image: x } }\npipeline: { a: { image: y } }\n');
    expect(pipeline?.steps.map(({ name }) => name)).toEqual(['a', 'a_1']);
  });

  it('keeps steps with duplicate keys, and steps from a merge', () => {
    const steps = [
      'a: { image: x }',
      'b: { image: y }',
      'a: { image: z }',
      '<<: { a: { image: w } }',
    ];
    const [pipeline] = convert(`pipeline: { ${steps.join(', ')} }\nservices: { b: {}, c: {} }\n`);
    expect(pipeline?.steps.map(({ name, image }) => `${name} ${image}`)).toEqual([
      'a x',
      'b y',
      'a_2 z',
      'a_3 w',
    ]);
    expect(pipeline?.services.map(({ name }) => name)).toEqual(['b_0', 'c']);
  });

  it('uses the last environment of a step, and joins its conditions', () => {
    const [pipeline] = convert(`
base: &base { environment: { A: 1 }, when: { event: push } }
pipeline: { a: { <<: *base, image: b, environment: { B: 2 }, when: { branch: main } } }
`);
    expect(pipeline?.steps[0]?.environment).toEqual({ B: '2' });
    expect(Object.keys(pipeline?.steps[0]?.when[0] ?? {})).toEqual(['branch', 'event']);
  });

  it('converts its secrets', () => {
    const text =
      'pipeline: { a: { image: b } }\nsecrets: { token: { driver: vault, driver_opts: { path: p, key: k } }, other: { vault: v } }\n';
    expect(parsePipelineFile(text).secrets).toEqual([
      { name: 'token', data: '', externalName: 'k', externalPath: 'p' },
      { name: 'other', data: '', externalName: 'other', externalPath: 'v' },
    ]);
  });

  it('reports the equivalent in the current format, for every caller', () => {
    const text = 'pipeline: { a: { image: b, commands: [c] } }\n';
    const warning = expect.objectContaining({
      severity: 'warning',
      line: 1,
      message: expect.stringContaining('millrace convert FILE'),
    });
    expect(parsePipelineFile(text).problems).toEqual([warning]);
    expect(parsePipelineFile(convertLegacyFile(text) ?? '').problems).toEqual([warning]);
  });

  it.each([
    ['has a kind', 'kind: pipeline\npipeline: { a: { image: b } }\n'],
    ['has no pipeline key', 'steps: []\n'],
    ['is not YAML', 'pipeline: [\n'],
    ['has a list of steps', 'pipeline: [ { image: b } ]\n'],
    [
      'has a matrix that is too large',
      `pipeline: { a: { image: b } }\nmatrix: { A: [${'a,'.repeat(11)}], B: [${'b,'.repeat(11)}] }\n`,
    ],
  ])('is not converted if it %s', (_, text) => {
    expect(convertLegacyFile(text)).toBeUndefined();
  });
});
