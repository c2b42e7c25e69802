import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program } from '@millrace/test-support/program';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-plan-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

async function millrace(...args: string[]) {
  const run = await execa(process.execPath, [program, ...args], { cwd: dir, reject: false });
  return { exitCode: run.exitCode, stdout: run.stdout, stderr: run.stderr };
}

/** Runs the real program on a file of this text, for a build of these facts. */
async function plan(text: string, facts?: object, file = '.drone.yml') {
  await writeFile(join(dir, file), text);
  if (!facts) return JSON.parse((await millrace('plan', file, '--json')).stdout);
  await writeFile(join(dir, 'build.json'), JSON.stringify(facts));
  const { stdout, stderr } = await millrace('plan', file, '--json', '--build', 'build.json');
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

const file = `kind: pipeline
type: docker
name: test
platform: { arch: arm64 }
volumes: [{ name: cache, temp: {} }]
services:
  - { name: db, image: postgres }
steps:
  - name: unit
    image: node:\${DRONE_COMMIT_SHA:0:4}
    environment: { TOKEN: { from_secret: token }, DRONE_COMMIT: forged }
    volumes: [{ name: cache, path: /cache }, { name: gone, path: /gone }]
    commands: [npm test]
  - name: publish
    image: plugins/docker
    settings: { tags: '\${DRONE_TAG}', password: { from_secret: pass }, build_args: [{ a: { from_secret: b } }] }
    when: { event: tag }
  - name: notify
    image: plugins/slack
    detach: true
    pull: always
    when: { status: [success, failure] }
---
kind: pipeline
name: release
depends_on: [test]
trigger: { event: promote, target: production }
steps: [{ name: go, image: a, commands: [b] }]
---
kind: pipeline
name: after
depends_on: [release]
trigger: { ref: { exclude: ['refs/pull/**'] } }
steps: [{ name: go, image: a, commands: [b] }]
`;

describe('millrace plan', () => {
  it('plans a push to the default branch by default', async () => {
    const [test, release, after] = await plan(file);
    expect(test).toMatchObject({
      name: 'test',
      type: 'docker',
      platform: { os: 'linux', arch: 'arm64' },
      depends_on: [],
      runs: true,
      why_not: null,
    });
    expect(release).toMatchObject({ runs: false, why_not: 'event is "push", not "promote"' });
    expect(after).toMatchObject({ runs: true, depends_on: ['test'] });
  });

  it('prints what a runner would do in each step', async () => {
    const [{ steps }] = await plan(file, { after: 'c0ffee00' });
    expect(steps.map(({ environment: _, ...step }: { environment: object }) => step)).toEqual([
      {
        name: 'clone',
        kind: 'clone',
        image: '',
        pull: 'if-not-exists',
        privileged: false,
        detach: false,
        depends_on: [],
        commands: [],
        run: 'on_success',
        why_not: null,
        only_if: null,
        volumes: [],
        working_dir: '/drone/src',
      },
      {
        name: 'db',
        kind: 'service',
        image: 'postgres',
        pull: 'default',
        privileged: false,
        detach: true,
        depends_on: ['clone'],
        commands: [],
        run: 'on_success',
        why_not: null,
        only_if: null,
        volumes: [],
        working_dir: '',
      },
      {
        name: 'unit',
        kind: 'step',
        image: 'node:c0ff',
        pull: 'default',
        privileged: false,
        detach: false,
        depends_on: ['db'],
        commands: ['npm test'],
        run: 'on_success',
        why_not: null,
        only_if: null,
        volumes: [{ name: 'cache', path: '/cache' }],
        working_dir: '/drone/src',
      },
      {
        name: 'publish',
        kind: 'step',
        image: 'plugins/docker',
        pull: 'default',
        privileged: true,
        detach: false,
        depends_on: ['unit'],
        commands: [],
        run: 'never',
        why_not: 'event is "push", not "tag"',
        only_if: null,
        volumes: [],
        working_dir: '/drone/src',
      },
      {
        name: 'notify',
        kind: 'step',
        image: 'plugins/slack',
        pull: 'always',
        privileged: false,
        detach: true,
        depends_on: ['unit'],
        commands: [],
        run: 'always',
        why_not: null,
        only_if: null,
        volumes: [],
        working_dir: '',
      },
    ]);
  });

  it('prints the variables of a step, with the names of secrets, without times and host names', async () => {
    const facts = { event: 'tag', ref: 'refs/tags/v1.2.3', after: 'c0ffee00', params: { A: 1 } };
    const [{ steps }] = await plan(file, facts);
    const [, , unit, publish] = steps;
    expect(unit.environment).toMatchObject({
      A: '1',
      TOKEN: { from_secret: 'token' },
      DRONE_COMMIT: 'c0ffee00',
      DRONE_TAG: 'v1.2.3',
      DRONE_BRANCH: 'v1.2.3',
      CI_COMMIT_SHA: 'c0ffee00',
      DRONE_STEP_NUMBER: '3',
    });
    expect(publish).toMatchObject({
      run: 'on_success',
      environment: {
        PLUGIN_TAGS: 'v1.2.3',
        PLUGIN_PASSWORD: { from_secret: 'pass' },
        PLUGIN_BUILD_ARGS: '[{"a":"<secret b>"}]',
      },
    });
    const names = Object.keys(unit.environment);
    expect(
      names.filter((name) => /_(CREATED|STARTED|FINISHED|MACHINE)$|RUNNER/.test(name)),
    ).toEqual([]);
    expect(names).not.toContain('DRONE_DEPLOY_TO');
  });

  it.each([
    [{ event: 'promote', target: 'production' }, [true, true, true]],
    [{ event: 'promote', target: 'staging' }, [true, false, true]],
    [{ event: 'pull_request', ref: 'refs/pull/42/head' }, [true, false, false]],
    [{ event: 'pull_request' }, [true, false, false]],
    [{ event: 'cron', cron: 'nightly' }, [true, false, true]],
  ])('of %j: %j', async (facts, expected) => {
    const pipelines: { runs: boolean }[] = await plan(file, facts);
    expect(pipelines.map(({ runs }) => runs)).toEqual(expected);
  });

  it('reports missing trust and conditions on changed files', async () => {
    const text = `kind: pipeline\nname: a\ntrigger: { paths: ['docs/**'] }\nsteps: [{ name: b, image: c, privileged: true }]\n`;
    const [distrusted] = await plan(text, {});
    expect(distrusted.why_not).toContain('privileged needs a trusted repository');
    const [trusted] = await plan(text, { trusted: true, changedFiles: ['docs/a/b.md'] });
    expect(trusted).toMatchObject({ runs: true, steps: [{}, { privileged: true }] });
    const [elsewhere] = await plan(text, { trusted: true, changedFiles: ['src/a.ts'] });
    expect(elsewhere.why_not).toBe('no changed file counts for "docs/**"');
  });

  it('reads scripts and files in the legacy format', async () => {
    const starlark =
      'def main(ctx):\n  return {"kind": "pipeline", "name": ctx.build.event + " of " + ctx.repo.slug, "steps": []}\n';
    const facts = { event: 'cron', repo: 'ada/engine' };
    expect(await plan(starlark, facts, '.drone.star')).toMatchObject([
      { name: 'cron of ada/engine' },
    ]);
    const jsonnet = "{ kind: 'pipeline', name: std.extVar('build.branch'), steps: [] }";
    expect(await plan(jsonnet, { branch: 'dev' }, 'a.jsonnet')).toMatchObject([{ name: 'dev' }]);
    expect(await plan('pipeline: { a: { image: b, commands: [c] } }')).toMatchObject([
      { name: 'default', steps: [{ name: 'clone' }, { name: 'a' }] },
    ]);
  });

  it('prints all of a long output', async () => {
    const steps = Array.from({ length: 400 }, (_, index) => `  - { name: s${index}, image: a }\n`);
    const [pipeline] = await plan(`kind: pipeline\nsteps:\n${steps.join('')}`);
    expect(pipeline.steps).toHaveLength(401);
  });

  it('prints for people what runs, and why other steps do not', async () => {
    await writeFile(join(dir, '.drone.yml'), file);
    expect((await millrace('plan', '.drone.yml')).stdout).toMatchInlineSnapshot(`
      "push of octocat/hello-world, branch main, refs/heads/main

      runs  test (docker, linux/arm64)
          +  clone    clone
          +  db       service, postgres, after clone
          +  unit     node:0000, after db
          -  publish  left out: event is "push", not "tag"
          +  notify   plugins/slack, after unit, also when a step failed

      left out  release (docker, linux/amd64, after test)
          event is "push", not "promote"

      runs  after (docker, linux/amd64, after test)
          +  clone  clone
          +  go     a, after clone

      Not known here: extensions, sources of external secrets and settings of the repository on a server."
    `);
  });

  it.each([
    [['plan'], 'Usage: millrace plan FILE [--folder FOLDER] [--build FILE.json] [--json]'],
    [['plan', 'a', '--nonsense'], "Unknown option '--nonsense'"],
    [['plan', 'nowhere.yml'], 'nowhere.yml cannot be read'],
    [['plan', 'broken.yml'], 'broken.yml: line 2, column 3'],
    [['plan', 'wrong.yml'], 'wrong.yml: line 3, column 8: steps must be a list'],
    [['plan', 'broken.star'], /^broken\.star: line 2/],
    [
      ['plan', 'good.yml', '--build', 'facts.json'],
      'facts.json: The facts of the build are wrong: event',
    ],
    [['convert'], 'Usage: millrace convert FILE'],
    [['convert', 'broken.star'], /^broken\.star: line 2/],
    [['convert', 'good.yml', '--build', 'absent.json'], 'absent.json cannot be read'],
  ])('ends with a reason for %j', async (args, message) => {
    await writeFile(join(dir, 'broken.yml'), 'kind: pipeline\n  a: b\n');
    await writeFile(join(dir, 'wrong.yml'), 'kind: pipeline\ntype: exec\nsteps: { a: b }\n');
    await writeFile(join(dir, 'broken.star'), 'def main(\n');
    await writeFile(join(dir, 'good.yml'), file);
    await writeFile(join(dir, 'facts.json'), '{ "event": "birthday" }');
    const { exitCode, stderr, stdout } = await millrace(...args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toMatch(message);
  });
});

describe('millrace plan --folder', () => {
  it('prints who starts a stage, and what else is cloned', async () => {
    const clone =
      'clone: { repositories: [acme/library, { repository: acme/x, ref: v1, path: y }] }';
    const steps = 'steps: [{ name: b, commands: [ls] }]';
    const text = (manual: string) =>
      `kind: pipeline\ntype: exec\nname: a\nmanual: ${manual}\n${clone}\n${steps}\n`;
    await writeFile(join(dir, 'manual.yml'), text('true'));
    expect((await millrace('plan', 'manual.yml')).stdout).toContain(`
runs  a (exec, linux/amd64)
    waits until a person with write permission starts it
    +  clone  clone, acme/library in library, acme/x at v1 in y
`);
    expect(await plan(text('{ permission: admin }'))).toMatchObject([
      { manual: 'admin', steps: [{ repositories: [{ path: 'library' }, { ref: 'v1' }] }, {}] },
    ]);
  });

  it('plans the pipelines of the file and of the folder', async () => {
    await mkdir(join(dir, 'ci'));
    const named = (name: string, more = '') =>
      `kind: pipeline\nname: ${name}\nsteps: [{ name: a, image: a, commands: [a] }]\n${more}`;
    await writeFile(join(dir, 'main.yml'), named('main'));
    await writeFile(join(dir, 'ci/b.yml'), named('b', 'depends_on: [main]\n'));
    const plan = (...args: string[]) => millrace('plan', '--json', '--folder', 'ci', ...args);
    const namesOf = ({ stdout }: { stdout: string }) =>
      JSON.parse(stdout).map(({ name }: { name: string }) => name);
    expect(namesOf(await plan('main.yml'))).toEqual(['main', 'b']);
    expect((await plan('absent.yml')).stderr).toMatch(/^ci\/b\.yml: .* "main" is not in these/);
    await writeFile(join(dir, 'ci/b.yml'), named('b'));
    expect(namesOf(await plan('absent.yml'))).toEqual(['b']);
    await writeFile(join(dir, 'ci/b.yml'), 'kind: pipeline\nsteps: 3\n');
    expect((await plan('main.yml')).stderr).toMatch(/^ci\/b\.yml: line 2, column 8: /);
    await writeFile(join(dir, 'ci/b.yml'), '# x\nkind: template\nload: a.yml\n');
    expect((await plan('main.yml')).stderr).toMatch(/^ci\/b\.yml: line 2: there is no template/);
  });
});

describe('a file that includes others', () => {
  it('is planned with the files of this folder', async () => {
    await mkdir(join(dir, 'included'));
    const test = 'kind: pipeline\nname: test\nsteps: [{ name: a, image: a }]\n';
    await writeFile(join(dir, 'included/test.yml'), test);
    const rest = `---\n${test.replace('name: test', 'name: deploy\ndepends_on: [test]')}`;
    await writeFile(join(dir, 'main.yml'), `include: included/test.yml\n${rest}`);
    const { stdout } = await millrace('plan', '--json', 'main.yml');
    expect(JSON.parse(stdout)).toMatchObject([
      { name: 'test', runs: true },
      { name: 'deploy', runs: true, depends_on: ['test'] },
    ]);
  });

  it.each([
    ['ci/absent.yml', /^main\.yml: line 1: there is no file ci\/absent\.yml in /],
    [
      '{ path: a.yml, repository: octo/shared }',
      /^main\.yml: line 1: only a server can include a\.yml of the repository octo\/shared$/m,
    ],
  ])('is not planned without %s', async (include, message) => {
    await writeFile(join(dir, 'main.yml'), `include: ${include}\n`);
    const { exitCode, stdout, stderr } = await millrace('plan', 'main.yml');
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toMatch(message);
  });
});

it('plans a script in a folder with imports from the top of the repository', async () => {
  await mkdir(join(dir, 'pipelines'));
  await mkdir(join(dir, 'lib'));
  await writeFile(join(dir, 'lib/steps.libsonnet'), "[{ name: 'a', image: 'a' }]");
  const script =
    "{ kind: 'pipeline', steps: import 'lib/steps.libsonnet', name: import '../name' }";
  await writeFile(join(dir, 'name'), "'top'");
  await writeFile(join(dir, 'pipelines/main.jsonnet'), script);
  const { stdout } = await millrace('plan', '--json', 'pipelines/main.jsonnet');
  expect(JSON.parse(stdout)).toMatchObject([{ name: 'top', runs: true }]);
});

describe('a build that the server refuses', () => {
  it('runs no pipeline, also not those that need no trust', async () => {
    const pipeline = (name: string, more = '') =>
      `kind: pipeline\nname: ${name}\nsteps: [{ name: a, image: a${more} }]\n`;
    const text = `${pipeline('build', ', privileged: true')}---\n${pipeline('deploy')}`;
    await writeFile(join(dir, 'main.yml'), text);
    const { stdout } = await millrace('plan', '--json', 'main.yml');
    const why_not = 'line 3, column 42: steps[a].privileged needs a trusted repository';
    expect(JSON.parse(stdout)).toMatchObject([
      { name: 'build', runs: false, why_not },
      { name: 'deploy', runs: false, why_not },
    ]);
  });
});

describe('millrace convert', () => {
  it('runs a script for the given build', async () => {
    await writeFile(
      join(dir, 'c.jsonnet'),
      "{ kind: 'pipeline', name: std.extVar('build.branch') }",
    );
    await writeFile(join(dir, 'build.json'), '{ "branch": "dev" }');
    const { stdout } = await millrace('convert', 'c.jsonnet', '--build', 'build.json');
    expect(stdout).toBe('kind: pipeline\nname: dev');
  });

  it('prints only the YAML', async () => {
    await writeFile(
      join(dir, 'a.jsonnet'),
      "[{ kind: 'pipeline', name: 'a' + i } for i in [1, 2]]",
    );
    expect((await millrace('convert', 'a.jsonnet')).stdout).toBe(
      'kind: pipeline\nname: a1\n---\nkind: pipeline\nname: a2',
    );
    await writeFile(join(dir, 'b.yml'), '# kept\nkind: pipeline\nname:   b\n');
    expect((await millrace('convert', 'b.yml')).stdout).toBe('# kept\nkind: pipeline\nname:   b');
  });
});

it('says when the stages of a matrix are decided', async () => {
  const pipeline = 'kind: pipeline\ntype: exec\nsteps: [{ name: a, commands: [make] }]\n';
  const source = '{ from_output: { pipeline: plan, name: targets } }';
  const text = `${pipeline}name: plan\n---\n${pipeline}name: test\ndepends_on: [plan]\nmatrix: { T: ${source} }\n`;
  expect((await plan(text)).map((each: object) => ({ ...each, steps: [] }))).toMatchObject([
    { name: 'plan', matrix_from: [] },
    { name: 'test', runs: true, matrix_from: ['plan'] },
  ]);
  expect((await millrace('plan', '.drone.yml')).stdout).toContain(
    'test (exec, linux/amd64, after plan)\n    a matrix, whose stages are decided when plan has finished\n',
  );
});
