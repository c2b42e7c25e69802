import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { temporaryDirectory } from '../../testing/temporary-directory.ts';
import type { OutputSink } from '../engine.ts';
import { createProcessEngine } from './process-engine.ts';
import { findMarked, listProcesses } from './process-table.ts';

async function setUp({ killGraceMs = 5000 } = {}) {
  const workDir = await temporaryDirectory();
  const engine = createProcessEngine({ workDir, killGraceMs });
  const workspace = await engine.createWorkspace({
    stageId: 7,
    workspace: { base: '', path: '' },
    volumes: [],
    hosts: [],
    registries: [],
  });
  onTestFinished(async () => {
    await workspace.killLeftovers();
    await workspace.remove();
  });
  const abort = new AbortController();
  const decoder = new TextDecoder();
  let output = '';
  let changed = Promise.withResolvers<void>();
  const collect: OutputSink = (chunk) => {
    output += decoder.decode(chunk, { stream: true });
    changed.resolve();
    changed = Promise.withResolvers();
  };
  const run = (
    commands: string[],
    { environment = {}, sink = collect }: { environment?: object; sink?: OutputSink } = {},
  ) =>
    workspace.runStep(
      { number: 1, name: 'step', commands, environment: { ...environment } },
      sink,
      abort.signal,
    );
  return {
    engine,
    workDir,
    workspace,
    abort,
    run,
    collect,
    output: () => output,
    untilOutput: async (text: string) => {
      while (!output.includes(text)) await changed.promise;
    },
    processes: async () => findMarked(await listProcesses(), workDir),
  };
}

describe('process engine', () => {
  it('merges stdout and stderr in the order in which they were written', async () => {
    const { run, output } = await setUp();
    const exit = await run(['for i in 1 2 3; do echo out$i; echo err$i >&2; done']);
    expect(exit).toEqual({ exitCode: 0, wasKilled: false });
    expect(output().split('\n').slice(1)).toEqual([
      'out1',
      'err1',
      'out2',
      'err2',
      'out3',
      'err3',
      '',
    ]);
  });

  it('lets steps write to /dev/stderr and /dev/stdout', async () => {
    const { run, output } = await setUp();
    await run(['echo one > /dev/stderr', 'echo two > /dev/stdout']);
    expect(output()).toContain('\none\n');
    expect(output()).toContain('\ntwo\n');
  });

  it('stops at the first command that fails, with its exit code', async () => {
    const { run, output } = await setUp();
    expect(await run(['echo before', '(exit 3)', 'echo after'])).toMatchObject({ exitCode: 3 });
    expect(output()).toBe('+ echo before\nbefore\n+ (exit 3)\n');
  });

  it('reports the signal that ended a step', async () => {
    const { run } = await setUp();
    expect(await run(['kill -SEGV $$'])).toEqual({ exitCode: 139, wasKilled: false });
  });

  it('gives a step its own variables and none of the server', async () => {
    vi.stubEnv('MILLRACE_TEST_SECRET', 'leak');
    // The machine of the tests may have it.
    vi.stubEnv('NODE_EXTRA_CA_CERTS', undefined);
    const { run, output, workspace } = await setUp();
    await run(['env', 'pwd'], { environment: { GREETING: 'hello' } });
    const names = [...output().matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    expect(
      names.filter((name) => !['LANG', '_', 'OLDPWD', 'SHLVL'].includes(name ?? '')).sort(),
    ).toEqual(['GREETING', 'HOME', 'MILLRACE_WORKSPACE', 'PATH', 'PWD', 'TMPDIR']);
    expect(output()).toContain('GREETING=hello\n');
    expect(output()).toContain(`+ pwd\n${workspace.sourceDir}\n`);
  });

  it.each([
    [undefined, 'C.UTF-8'],
    ['de_DE.UTF-8', 'de_DE.UTF-8'],
  ])('gives a step the language %s of the runner as %s', async (own, expected) => {
    vi.stubEnv('LANG', own);
    const { run, output } = await setUp();
    await run(['echo "in $LANG"']);
    expect(output()).toContain(`in ${expected}\n`);
  });

  it('preserves files between steps, and keeps the home private', async () => {
    const { run, workspace, output } = await setUp();
    await workspace.writeHomeFiles({ '.netrc': 'machine x' });
    await run(['echo kept > file']);
    await run(['cat file', 'cat "$HOME/.netrc"', 'stat -c %a "$HOME/.netrc"']);
    expect(output()).toMatch(/\nkept\n.*machine x.*\n600\n$/s);
  });

  it('starts in a directory that an earlier step removed', async () => {
    const { run } = await setUp();
    await run(['rmdir "$PWD"']);
    expect(await run(['pwd'])).toMatchObject({ exitCode: 0 });
  });

  it("does not write through links that a step created in place of the next step's files", async () => {
    const { run, workspace, output } = await setUp();
    const outside = join(await temporaryDirectory(), 'file');
    await writeFile(outside, 'kept');
    const names = ['../step-1.sh', '../step-1.sh.out', '../step-1.sh.env', '../home/.netrc'];
    await run(names.map((name) => `ln -sf ${outside} ${name}`));
    await workspace.writeHomeFiles({ '.netrc': 'machine x' });
    await run(['cat ../home/.netrc']);
    expect(await readFile(outside, 'utf8')).toBe('kept');
    expect(output()).toContain('\nmachine x');
  });

  it('rejects when the step cannot be started', async () => {
    const { run } = await setUp();
    await expect(run(['true'], { environment: { BAD: 'a\0b' } })).rejects.toThrow('null bytes');
  });

  it('loses no output with a slow reader', async () => {
    const { run, collect, output } = await setUp();
    const sink: OutputSink = async (chunk) => {
      await new Promise((resolve) => setImmediate(resolve));
      collect(chunk);
    };
    await run(['seq 1 200000'], { sink });
    expect(output().split('\n').slice(1, -1)).toEqual(
      Array.from({ length: 200_000 }, (_, index) => String(index + 1)),
    );
  });

  it('applies backpressure to the step while its reader is busy', async () => {
    const { run, workspace } = await setUp();
    const pause = Promise.withResolvers<void>();
    const first = Promise.withResolvers<void>();
    let received = 0;
    const running = run(['seq 1 200000', 'touch done'], {
      sink: (chunk) => {
        received += chunk.length;
        first.resolve();
        return pause.promise;
      },
    });
    await first.promise;
    expect(existsSync(join(workspace.sourceDir, 'done'))).toBe(false);
    pause.resolve();
    await running;
    expect(received).toBeGreaterThan(1_000_000);
  });

  it('finishes while a background child holds the output open, and kills the child', async () => {
    const { run, output, processes } = await setUp();
    expect(await run(['sleep 1000 &', 'echo end'])).toMatchObject({ exitCode: 0 });
    expect(output()).toContain('\nend\n');
    await expect.poll(processes).toEqual([]);
  });

  it('finishes while a process that left the group floods the output', async () => {
    const { run, workspace, processes } = await setUp();
    const exit = await run(['setsid yes &', 'sleep 0.05'], {
      sink: () => new Promise((resolve) => setImmediate(resolve)),
    });
    expect(exit).toEqual({ exitCode: 0, wasKilled: false });
    await workspace.killLeftovers();
    expect(await processes()).toEqual([]);
  });

  it('kills background children that do not hold the output open', async () => {
    const { run, processes } = await setUp();
    await run(['sleep 1000 > /dev/null 2>&1 &']);
    await expect.poll(processes).toEqual([]);
  });

  it('lets a killed step clean up', async () => {
    const { run, abort, output, untilOutput } = await setUp();
    const running = run(["trap 'echo bye; exit 1' TERM", 'echo up', 'sleep 1000 & wait']);
    await untilOutput('\nup\n');
    abort.abort();
    expect(await running).toMatchObject({ wasKilled: true });
    expect(output()).toContain('\nbye\n');
  });

  it('gives a step its own grace period, also if another one has less', async () => {
    const { workspace, abort, collect, output, untilOutput } = await setUp({ killGraceMs: 100 });
    const start = (number: number, onTerm: string, gracePeriodSec: number) => {
      const commands = [`trap '${onTerm}' TERM`, `echo up${number}`, 'sleep 1000 & wait'];
      const step = { number, name: `step${number}`, commands, environment: {}, gracePeriodSec };
      return workspace.runStep(step, collect, abort.signal);
    };
    const running = [start(1, 'exit 1', 0), start(2, 'sleep 1; echo bye; exit 1', 60)];
    await untilOutput('\nup1\n');
    await untilOutput('\nup2\n');
    abort.abort();
    const killed = expect.objectContaining({ wasKilled: true });
    expect(await Promise.all(running)).toEqual([killed, killed]);
    expect(output()).toContain('\nbye\n');
  });

  it('kills processes that ignore the signal or left the group', async () => {
    const { run, abort, untilOutput, processes } = await setUp({ killGraceMs: 100 });
    const running = run([
      'setsid sh -c \'trap "" TERM; echo far; while :; do sleep 1; done\' &',
      "trap '' TERM",
      'echo near',
      'while :; do sleep 1; done',
    ]);
    await untilOutput('\nfar\n');
    await untilOutput('\nnear\n');
    await expect.poll(async () => (await processes()).length).toBeGreaterThanOrEqual(4);
    abort.abort();
    expect(await running).toMatchObject({ wasKilled: true });
    expect(await processes()).toEqual([]);
  });

  it('removes read-only directories with the workspace', async () => {
    const { run, workspace, workDir } = await setUp();
    await run(['mkdir -p a/b', 'touch a/b/c', 'chmod 500 a/b a']);
    await workspace.remove();
    expect(readdirSync(workDir)).toEqual([]);
  });

  it('sweeps leftovers of a crashed runner, and nothing else', async () => {
    const { engine, run, workDir, workspace, untilOutput, processes } = await setUp();
    const other = join(workDir, 'other');
    await mkdir(other);
    await writeFile(join(other, 'file'), 'kept');
    await chmod(workspace.sourceDir, 0o500);
    const running = run(["setsid sh -c 'echo up; exec sleep 1000' &", 'exec sleep 1000']);
    await untilOutput('\nup\n');
    await engine.open();
    expect(await processes()).toEqual([]);
    expect(await readFile(join(other, 'file'), 'utf8')).toBe('kept');
    await expect(stat(workspace.sourceDir)).rejects.toThrow('ENOENT');
    expect(await running).toEqual({ exitCode: 137, wasKilled: false });
  });
});
