import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RunnerConflict } from '@millrace/contract/runner';
import { type Clock, systemClock } from '@millrace/node-kit/clock';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createProcessEngine } from './engines/process/process-engine.ts';
import { findMarked, listProcesses } from './engines/process/process-table.ts';
import { startRunner } from './start-runner.ts';
import { FakeServer } from './testing/fake-server.ts';
import { GitRepository } from './testing/git-repository.ts';
import { type DetailsChange, makeDetails } from './testing/stage-fixtures.ts';
import { temporaryDirectory } from './testing/temporary-directory.ts';

async function setUp({ capacity = 1, clock = systemClock } = {}) {
  const fake = new FakeServer();
  const workDir = await temporaryDirectory();
  const engines = [createProcessEngine({ workDir, killGraceMs: 200 })];
  const runner = startRunner({ api: fake.api, machine: 'host', capacity, workDir, clock, engines });
  onTestFinished(() => runner.stop());
  /** Queues a stage without a clone. Steps are written `name: command`, or with a list of commands. */
  const enqueue = (steps: string, change: DetailsChange = {}) =>
    fake.enqueue(
      makeDetails({
        config: `kind: pipeline\ntype: exec\nclone: { disable: true }\nsteps:\n${steps}`,
        ...change,
      }),
    );
  const processes = async () => findMarked(await listProcesses(), workDir);
  return { fake, runner, workDir, enqueue, processes };
}

const fastClock: Clock = {
  ...systemClock,
  wait: (ms, signal) => systemClock.wait(ms / 50, signal),
};
const sleeper = "  - { name: sleep, commands: ['echo up', 'sleep 1000'] }\n";
const later = '  - { name: later, commands: [echo later] }\n';

describe('a stage', () => {
  it('clones and runs its steps, reporting in order', async () => {
    const { fake, workDir } = await setUp();
    const repository = new GitRepository(await temporaryDirectory());
    const after = repository.commit('greeting', 'hello\n');
    repository.commit('greeting', 'later\n');
    const config =
      'kind: pipeline\nsteps: [{ name: greet, commands: [cat greeting, git log --format=%an, git branch --show-current, git config user.name] }]';
    fake.enqueue(
      makeDetails({ repo: { git_http_url: repository.path }, build: { after }, config }),
    );
    expect(await fake.untilFinished()).toMatchObject({ status: 'success', machine: 'host' });
    expect(fake.reports).toEqual([
      'stage default running',
      'step clone running',
      'step clone success',
      'step greet running',
      'step greet success',
      'stage default success',
    ]);
    expect(fake.output('clone')).toContain(`+ git remote add origin ${repository.path}\n`);
    expect(fake.output('greet')).toBe(
      '+ cat greeting\nhello\n+ git log --format=%an\nAda\n+ git branch --show-current\nmain\n+ git config user.name\nAda Lovelace\n',
    );
    await expect.poll(() => readdirSync(workDir)).toEqual([]);
  });

  it('clones a commit that a force push removed', async () => {
    const { fake } = await setUp();
    const repository = new GitRepository(await temporaryDirectory());
    repository.commit('a', 'a\n');
    const after = repository.commit('b', 'gone\n');
    repository.git('reset', '--quiet', '--hard', 'HEAD~1');
    const config = 'kind: pipeline\nsteps: [{ name: show, commands: [cat b] }]';
    const url = `file://${repository.path}`;
    fake.enqueue(makeDetails({ repo: { git_http_url: url }, build: { after }, config }));
    expect(await fake.untilFinished()).toMatchObject({ status: 'success' });
    expect(fake.output('show')).toContain('gone\n');
  });

  it('fails when the clone fails', async () => {
    const { fake } = await setUp();
    const config = 'kind: pipeline\nsteps: [{ name: a, commands: [echo a] }]';
    fake.enqueue(makeDetails({ repo: { git_http_url: '/nowhere' }, config }));
    expect(await fake.untilFinished()).toMatchObject({ status: 'failure', exit_code: 128 });
    expect(fake.step('a')?.status).toBe('skipped');
    expect(fake.output('clone')).toContain("'/nowhere' does not appear to be a git repository");
  });

  it('numbers its lines from 0 and loses none', async () => {
    const { fake, enqueue } = await setUp();
    enqueue('  - { name: count, commands: [seq 1 50000] }\n');
    await fake.untilFinished();
    const lines = fake.lines.get(fake.step('count')?.id ?? 0) ?? [];
    expect(lines.map((line) => line.pos)).toEqual(lines.map((_, index) => index));
    expect(lines.map((line) => line.out)).toEqual([
      '+ seq 1 50000\n',
      ...Array.from({ length: 50_000 }, (_, index) => `${index + 1}\n`),
    ]);
  });

  it('sends a line of 5 MB complete, and a last line without a break', async () => {
    const { fake, enqueue } = await setUp();
    enqueue('  - { name: long, commands: [\'head -c 5000000 /dev/zero | tr "\\\\0" x\'] }\n');
    await fake.untilFinished();
    const lines = fake.lines.get(fake.step('long')?.id ?? 0) ?? [];
    expect(lines.map((line) => line.out.length)).toEqual([lines[0]?.out.length, 5_000_000]);
  });

  it('sends a line while its step is running', async () => {
    const { fake, enqueue } = await setUp();
    const gate = join(await temporaryDirectory(), 'gate');
    enqueue(
      `  - { name: tick, commands: ['echo up; until [ -e ${gate} ]; do sleep 0.02; done'] }\n`,
    );
    await expect.poll(() => fake.output('tick')).toMatch(/^up$/m);
    writeFileSync(gate, '');
    expect(await fake.untilFinished()).toMatchObject({ status: 'success' });
  });

  it('masks its secrets', async () => {
    const { fake, enqueue } = await setUp();
    const secrets = [{ name: 'token', data: 'hunter22' }];
    enqueue('  - { name: leak, commands: [echo token=hunter22] }\n', { secrets });
    await fake.untilFinished();
    expect(fake.output('leak')).toBe('+ echo token=******\ntoken=******\n');
  });

  it('sends the card of a step before the step finishes', async () => {
    const { fake, enqueue } = await setUp();
    const card = { schema: 'https://example.com/card.json', data: { text: 'token hunter22' } };
    const json = JSON.stringify({ ...card, data: { ...card.data, pad: 'x'.repeat(500) } });
    const secrets = [{ name: 'token', data: 'hunter22' }];
    enqueue(
      `  - name: report
    environment: { CARD: '${json}' }
    commands:
      - printf '\\033]1338;%s\\033]0m\\n' "$(printf %s "$CARD" | base64)"
      - echo done
`,
      { secrets },
    );
    expect(await fake.untilFinished()).toMatchObject({ status: 'success' });
    expect(fake.reports.slice(1, 4)).toEqual([
      'step report running',
      'card report',
      'step report success',
    ]);
    expect(fake.cards.get(fake.step('report')?.id ?? 0)).toMatchObject({
      schema: card.schema,
      data: { text: 'token ******' },
    });
    expect(fake.output('report')).toMatch(/\\n'.*\n\+ echo done\ndone\n$/);
  });

  it('does not fail because of an invalid card', async () => {
    const { fake, enqueue } = await setUp();
    const command = String.raw`printf '\\033]1338;bm8=\\033]0m\\n'`;
    enqueue(`  - name: report\n    commands:\n      - ${command}\n`);
    expect(await fake.untilFinished()).toMatchObject({ status: 'success' });
    expect(fake.cards.size).toBe(0);
    expect(fake.output('report')).toMatch(/\nA card of this step was rejected: Invalid Card\n$/);
  });

  it('skips steps that need success after a failure, and runs steps for failures', async () => {
    const { fake, enqueue } = await setUp();
    enqueue(
      `  - { name: bad, commands: [exit 3] }\n${later}` +
        '  - { name: report, commands: [echo $DRONE_BUILD_STATUS $DRONE_FAILED_STEPS], when: { status: [failure] } }\n',
    );
    expect(await fake.untilFinished()).toMatchObject({ status: 'failure', exit_code: 3 });
    expect(fake.step('bad')).toMatchObject({ status: 'failure', exit_code: 3 });
    expect(fake.step('bad')?.duration_ms).toBeGreaterThan(0);
    expect(fake.step('later')?.status).toBe('skipped');
    expect(fake.output('report')).toContain('\nfailure bad\n');
  });

  it('continues after an ignored failure', async () => {
    const { fake, enqueue } = await setUp();
    enqueue(`  - { name: bad, commands: [exit 3], failure: ignore }\n${later}`);
    expect(await fake.untilFinished()).toMatchObject({ status: 'success' });
    expect(fake.step('bad')).toMatchObject({ status: 'failure', errignore: true });
    expect(fake.step('later')?.status).toBe('success');
  });

  it('stops detached steps at its end without an error', async () => {
    const { fake, enqueue, processes } = await setUp();
    const gate = join(await temporaryDirectory(), 'gate');
    enqueue(
      '  - { name: server, detach: true, commands: [mkfifo ../tmp/up, echo serving > ../tmp/up, sleep 1000] }\n' +
        '  - { name: broken, detach: true, commands: [exit 3] }\n' +
        `  - { name: client, commands: ["until test -p ../tmp/up && test -e ${gate}; do sleep 0.01; done", cat ../tmp/up] }\n`,
    );
    await expect.poll(() => fake.step('broken')?.status, { timeout: 60_000 }).toBe('failure');
    writeFileSync(gate, '');
    expect(await fake.untilFinished()).toMatchObject({ status: 'success' });
    expect(fake.output('client')).toContain('serving\n');
    expect(fake.step('server')).toMatchObject({ status: 'success', exit_code: 0, detached: true });
    expect(fake.step('broken')).toMatchObject({ status: 'failure', exit_code: 3 });
    expect(await processes()).toEqual([]);
  });

  it('runs the commands of services until its end', async () => {
    const { fake, enqueue, processes } = await setUp();
    enqueue(
      `  - { name: client, commands: ["until test -p ../tmp/up; do sleep 0.01; done", cat ../tmp/up] }
services:
  - { name: db, commands: [mkfifo ../tmp/up, echo serving > ../tmp/up, sleep 1000] }
`,
    );
    expect(await fake.untilFinished()).toMatchObject({ status: 'success' });
    expect(fake.output('client')).toContain('serving\n');
    expect(fake.step('db')).toMatchObject({ status: 'success', detached: true });
    expect(await processes()).toEqual([]);
  });

  it('succeeds with exit code 78 and skips the rest', async () => {
    const { fake, enqueue } = await setUp();
    enqueue(`  - { name: enough, commands: [exit 78] }\n${later}`);
    expect(await fake.untilFinished()).toMatchObject({ status: 'success', exit_code: 0 });
    expect(fake.step('enough')).toMatchObject({ status: 'success', exit_code: 78 });
    expect(fake.step('later')?.status).toBe('skipped');
  });

  it('runs independent steps in parallel', async () => {
    const { fake, enqueue } = await setUp();
    enqueue(
      '  - { name: a, commands: ["while [ ! -e b ]; do sleep 0.01; done", "touch a"] }\n' +
        '  - { name: b, commands: ["touch b", "while [ ! -e a ]; do sleep 0.01; done"] }\n' +
        '  - { name: c, commands: [ls], depends_on: [a, b] }\n',
    );
    expect(await fake.untilFinished()).toMatchObject({ status: 'success' });
    expect(fake.output('c')).toBe('+ ls\na\nb\n');
  });

  it('ends at its timeout', async () => {
    const { fake, enqueue, processes } = await setUp();
    enqueue(sleeper + later, { repo: { timeout: 0.005 } });
    const expected = { status: 'error', exit_code: 124, error: 'Timed out after 0.3 seconds' };
    expect(await fake.untilFinished()).toMatchObject(expected);
    expect(fake.step('sleep')).toMatchObject(expected);
    expect(fake.step('later')?.status).toBe('skipped');
    expect(await processes()).toEqual([]);
  });

  it('reports the error of an invalid pipeline file', async () => {
    const { fake, workDir } = await setUp();
    fake.enqueue(makeDetails({ config: 'kind: pipe\n' }));
    const stage = await fake.untilFinished();
    expect(stage).toMatchObject({ status: 'error', exit_code: 255 });
    expect(stage.error).toContain('The pipeline file is not valid');
    await expect.poll(() => readdirSync(workDir)).toEqual([]);
  });
});

describe('a cancelled build', () => {
  it('ends with all its processes', async () => {
    const { fake, enqueue, processes } = await setUp();
    enqueue(
      `  - { name: stubborn, commands: ["setsid sh -c 'trap \\"\\" TERM; echo far; sleep 1000' &", "trap '' TERM", "echo near", "sleep 1000"] }\n${later}`,
    );
    await fake.until(() => /\nfar\n/.test(fake.output('stubborn')));
    await fake.until(() => /\nnear\n/.test(fake.output('stubborn')));
    fake.cancel(70);
    expect(await fake.untilFinished()).toMatchObject({ status: 'killed', exit_code: 130 });
    expect(fake.step('stubborn')).toMatchObject({ status: 'killed', exit_code: 130 });
    expect(fake.step('later')?.status).toBe('skipped');
    expect(await processes()).toEqual([]);
  });

  it.each(['updateStep', 'appendLogs'] as const)(
    'ends without an error if %s is rejected',
    async (method) => {
      const { fake, enqueue, processes, workDir } = await setUp();
      enqueue("  - { name: tick, commands: ['while :; do echo tick; sleep 0.02; done'] }\n");
      await fake.until(() => fake.output('tick').includes('\ntick\n'));
      const reports = [...fake.reports];
      fake.refuse(method);
      if (method === 'updateStep') fake.cancel(70);
      await vi.waitFor(() => expect(readdirSync(workDir)).toEqual([]), 10_000);
      expect(await processes()).toEqual([]);
      expect(fake.reports).toEqual(reports);
    },
  );

  it('frees its slot when the server rejects its reports', async () => {
    const { fake, enqueue } = await setUp();
    fake.failOnce('watchBuild', new RunnerConflict());
    enqueue(sleeper);
    enqueue(later, { stage: { id: 701 } });
    expect(await fake.untilFinished(701)).toMatchObject({ status: 'success' });
    expect(fake.stage(700)?.status).not.toBe('success');
  });
});

describe('the runner', () => {
  it('requests stages for its own platform, and continues after a rejected claim', async () => {
    const { fake, enqueue } = await setUp();
    const request = vi.spyOn(fake.api, 'requestStage');
    fake.failOnce('acceptStage', new RunnerConflict());
    enqueue(later, { stage: { id: 699 } });
    enqueue(later);
    await fake.untilFinished();
    expect(fake.stage(699)).toBeUndefined();
    const arch = process.arch === 'x64' ? 'amd64' : process.arch;
    expect(request.mock.lastCall?.[0].body).toEqual({
      kind: 'pipeline',
      type: 'exec',
      os: 'linux',
      arch,
      labels: {},
      machine: 'host',
      capacity: 1,
      steps: expect.stringContaining("as the runner's own account, without a view of their own"),
    });
  });

  it('retries a claim without a response', async () => {
    const { fake, enqueue } = await setUp({ clock: fastClock });
    fake.failOnce('acceptStage');
    enqueue(later);
    expect(await fake.untilFinished()).toMatchObject({ status: 'success' });
  });

  it('lets running stages finish when it is drained, and claims no more', async () => {
    const { fake, runner, enqueue, workDir } = await setUp({ capacity: 2 });
    const gate = join(workDir, 'gate');
    enqueue(`  - { name: wait, commands: ['until [ -e ${gate} ]; do sleep 0.01; done'] }\n`);
    await fake.until(() => fake.step('wait')?.status === 'running');
    const drained = runner.drain();
    enqueue(later, { stage: { id: 701 } });
    writeFileSync(gate, '');
    expect(await fake.untilFinished()).toMatchObject({ status: 'success' });
    await drained;
    expect(fake.stage(701)).toBeUndefined();
  });

  it('ends the remaining stages of a drain when it is stopped', async () => {
    const { fake, runner, enqueue } = await setUp();
    enqueue(sleeper);
    await fake.until(() => fake.step('sleep')?.status === 'running');
    const drained = runner.drain();
    await runner.stop();
    await drained;
    expect(fake.stage(700)).toMatchObject({ status: 'error' });
  });

  it('shares its slots among its engines', async () => {
    const fake = new FakeServer();
    const workDir = await temporaryDirectory();
    const engine = createProcessEngine({ workDir });
    const engines = [engine, { ...engine, type: 'other' }];
    const accepting = vi.spyOn(fake.api, 'acceptStage');
    const offers = vi.spyOn(fake.api, 'requestStage');
    const config = `kind: pipeline\nclone: { disable: true }\nsteps:\n${sleeper}`;
    const { stage } = makeDetails({ config });
    fake.enqueue(makeDetails({ config }));
    offers.mockImplementation(async () => stage);
    const runner = startRunner({ api: fake.api, machine: 'host', capacity: 1, workDir, engines });
    onTestFinished(() => runner.stop());
    await fake.until(() => fake.step('sleep')?.status === 'running');
    expect(accepting).toHaveBeenCalledTimes(1);
  });

  it('retries failed reports', async () => {
    const { fake, enqueue } = await setUp({ clock: fastClock });
    for (const method of ['requestStage', 'getStageDetails', 'appendLogs', 'updateStep'] as const) {
      fake.failOnce(method);
    }
    enqueue(later);
    expect(await fake.untilFinished()).toMatchObject({ status: 'success' });
    expect(fake.output('later')).toBe('+ echo later\nlater\n');
  });

  it('runs as many stages in parallel as it has slots', async () => {
    const { fake } = await setUp({ capacity: 2 });
    for (const id of [1, 2, 3]) {
      const name = `stage${id}`;
      fake.enqueue(
        makeDetails({
          stage: { id, name, build_id: id },
          config: `kind: pipeline\nname: ${name}\nclone: { disable: true }\nsteps: [{ name: step${id}, commands: [echo up, sleep 1000] }]`,
        }),
      );
    }
    await fake.until(() => [1, 2].every((id) => fake.output(`step${id}`).includes('\nup\n')));
    expect(fake.stage(3)).toBeUndefined();
    fake.cancel(1);
    await fake.until(() => fake.output('step3').includes('\nup\n'));
    expect(fake.stage(2)?.status).toBe('running');
  });

  it('kills and reports running stages when it is stopped, and claims no more', async () => {
    const { fake, enqueue, runner, processes, workDir } = await setUp();
    enqueue(sleeper + later);
    await fake.until(() => fake.output('sleep').includes('\nup\n'));
    enqueue(later, { stage: { id: 701 } });
    await runner.stop({ reason: 'the server shuts down' });
    const error = 'The runner was stopped while this step was running';
    expect(fake.step('sleep')).toMatchObject({ status: 'error', error });
    expect(fake.step('later')?.status).toBe('skipped');
    expect(fake.stage(700)).toMatchObject({ status: 'error', error });
    expect(fake.stage(701)).toBeUndefined();
    expect(await processes()).toEqual([]);
    expect(readdirSync(workDir)).toEqual([]);
  });

  it('stops even if the server accepts no reports', async () => {
    const fake = new FakeServer();
    const workDir = await temporaryDirectory();
    const engines = [createProcessEngine({ workDir })];
    const runner = startRunner({
      api: fake.api,
      machine: 'host',
      capacity: 1,
      workDir,
      engines,
      reportTimeoutMs: 50,
    });
    fake.enqueue(
      makeDetails({ config: `kind: pipeline\nclone: { disable: true }\nsteps:\n${sleeper}` }),
    );
    await fake.until(() => fake.output('sleep').includes('\nup\n'));
    vi.spyOn(fake.api, 'updateStep').mockRejectedValue(new Error('the server is unreachable'));
    await runner.stop();
    expect(fake.step('sleep')?.status).toBe('running');
    expect(existsSync(join(workDir))).toBe(true);
  });
});
