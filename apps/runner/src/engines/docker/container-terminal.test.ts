import { type ChildProcess, spawn } from 'node:child_process';
import { findDockerHost, testImage } from '@millrace/test-support/docker-host';
import Docker from 'dockerode';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { temporaryDirectory } from '../../testing/temporary-directory.ts';
import { openSession } from '../../testing/terminal-session.ts';
import type { ContainerSpec, StepSpec } from '../engine.ts';
import { createDockerEngine } from './docker-engine.ts';
import { labelFilter, ownerLabels, readOwner } from './labels.ts';

const docker = await findDockerHost();

const container: ContainerSpec = {
  image: testImage,
  pull: 'if-not-exists',
  entrypoint: [],
  command: [],
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
  sharedMemory: 0,
};

const size = { columns: 90, rows: 20 };

async function listRunning(filters: { label: string[]; status: string[] }) {
  if (typeof docker === 'string') throw new Error(docker);
  return docker.listContainers({ filters });
}

/** Starts a program that opens a terminal in the container of a failed step. */
function startRunner(workDir: string): ChildProcess {
  const setup = { stageId: 8, workspace: { base: '', path: '' }, volumes: [], hosts: [] };
  const step = { number: 1, name: 'build', environment: {}, commands: ['exit 3'], container };
  const source = `
    import { createDockerEngine } from ${JSON.stringify(import.meta.resolve('./docker-engine.ts'))};
    const engine = createDockerEngine({ workDir: ${JSON.stringify(workDir)} });
    await engine.open();
    const workspace = await engine.createWorkspace(${JSON.stringify({ ...setup, registries: [] })});
    const step = ${JSON.stringify(step)};
    const { signal } = new AbortController();
    await workspace.runStep(step, () => undefined, signal, { keepsFailure: true });
    const terminal = await workspace.openTerminal(step, ${JSON.stringify(size)}, signal);
    for await (const chunk of terminal.output);
  `;
  const args = ['--conditions', 'development', '--input-type=module', '-e', source];
  return spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
}

/** Creates a workspace in which a step has failed, or will run. */
async function setUp({ hasRun = true } = {}) {
  if (typeof docker === 'string') throw new Error(docker);
  const workDir = await temporaryDirectory();
  const engine = createDockerEngine({ workDir, killGraceMs: 1000 });
  await engine.open();
  const workspace = await engine.createWorkspace({
    stageId: 7,
    workspace: { base: '', path: '' },
    volumes: [],
    hosts: [],
    registries: [],
  });
  const filters = labelFilter(ownerLabels(await readOwner(workDir)));
  const listContainers = () => docker.listContainers({ all: true, filters });
  const listImages = () => docker.listImages({ filters });
  const abort = new AbortController();
  onTestFinished(async () => {
    abort.abort();
    await workspace.killLeftovers();
    await workspace.remove();
    expect(await listContainers()).toEqual([]);
    expect(await listImages()).toEqual([]);
  });
  const step: StepSpec = {
    number: 1,
    name: 'build',
    environment: { DRONE_STAGE: 'mill', DRONE_NETRC_FILE: 'x' },
    commands: ['echo flour > sack.txt', 'echo rye > /root-file', 'exit 3'],
    container,
  };
  const fetch = { number: 0, name: 'clone', commands: ['echo grain > source.txt'] };
  await workspace.runStep({ ...fetch, environment: {} }, () => undefined, abort.signal);
  if (hasRun) {
    const events = { keepsFailure: true };
    const exit = await workspace.runStep(step, () => undefined, abort.signal, events);
    expect(exit.exitCode).toBe(3);
    await workspace.killLeftovers();
  }
  return { workDir, workspace, step, abort, filters, listContainers, listImages };
}

if (typeof docker === 'string') {
  it.skip(`terminals in containers (${docker})`);
} else {
  describe('a terminal in a container', () => {
    it('sees the files of the failed container and its variables', async () => {
      const { workspace, step } = await setUp();
      const { type, ended, shown } = await openSession(workspace, step);
      type('cat sack.txt /root-file; echo "$DRONE_STAGE-$DRONE_NETRC_FILE-$TERM"; exit 7\r');
      expect(await ended()).toBe(7);
      expect(shown()).toMatch(/flour\r\nrye\r\nmill--xterm-256color\r\n/);
    });

    it('changes its size, and interrupts programs without ending', async () => {
      const { workspace, step } = await setUp();
      const { terminal, type, untilShown, shown, ended } = await openSession(workspace, step);
      type('sh -c "echo be\\$0in; exec sleep 1000" g\r');
      await untilShown('begin');
      type('\u0003');
      terminal.resize({ columns: 100, rows: 30 });
      // Keys that arrive while the terminal handles the interrupt are lost.
      const typeAgain = () => {
        type('stty size\r');
        return shown();
      };
      await expect.poll(typeAgain).toContain('30 100');
      type('exit\r');
      await ended();
    });

    it('ends with the signal while nobody reads its output', async () => {
      const { workspace, step, abort, listContainers } = await setUp();
      const terminal = await workspace.openTerminal(step, size, abort.signal);
      terminal.write(Buffer.from('yes\r'));
      const reading = terminal.output[Symbol.asyncIterator]();
      await reading.next();
      await expect.poll(() => listContainers()).toHaveLength(2);
      abort.abort();
      await terminal.exited;
      terminal.write(Buffer.from('more'));
      terminal.resize(size);
      await expect.poll(listContainers).toHaveLength(1);
    });

    it('makes one image for all terminals of a step', async () => {
      const { workspace, step, listImages } = await setUp();
      for (const code of [1, 2]) {
        const { type, ended } = await openSession(workspace, step);
        type(`cat /root-file && exit ${code}\r`);
        expect(await ended()).toBe(code);
      }
      expect(await listImages()).toHaveLength(1);
    });

    it('makes the image for the next terminal if the first attempt fails', async () => {
      const { workspace, step } = await setUp();
      const commit = vi.spyOn(Docker.Container.prototype, 'commit');
      onTestFinished(() => commit.mockRestore());
      commit.mockRejectedValueOnce(new Error('no space left on device'));
      const { signal } = new AbortController();
      await expect(workspace.openTerminal(step, size, signal)).rejects.toThrow('no space');
      const { type, ended } = await openSession(workspace, step);
      type('cat /root-file && exit 5\r');
      expect(await ended()).toBe(5);
    });

    it('sees the sources and not the files of a step that has not run', async () => {
      const { workspace, step } = await setUp({ hasRun: false });
      const { type, ended, shown } = await openSession(workspace, step);
      type('cat source.txt; test -e /root-file; exit $?\r');
      expect(await ended()).toBe(1);
      expect(shown()).toContain('grain\r\n');
    });

    it('keeps the container of a step that was killed', async () => {
      const { workspace, step } = await setUp({ hasRun: false });
      const kill = new AbortController();
      const commands = ["trap 'exit 0' TERM", 'touch /started; echo ready', 'sleep 1000 & wait'];
      const output = (chunk: Uint8Array) => {
        if (/^ready/m.test(Buffer.from(chunk).toString())) kill.abort();
      };
      const events = { keepsFailure: true };
      const slow = { ...step, number: 2, commands };
      expect(await workspace.runStep(slow, output, kill.signal, events)).toMatchObject({
        wasKilled: true,
      });
      const { type, ended } = await openSession(workspace, slow);
      type('test -e /started; exit $?\r');
      expect(await ended()).toBe(0);
    });

    it('reports an image without a shell', async () => {
      const { workspace, step } = await setUp({ hasRun: false });
      const remove = { ...step, commands: ['rm -f /bin/sh', 'false'] };
      await workspace.runStep(remove, () => undefined, new AbortController().signal, {
        keepsFailure: true,
      });
      await expect(
        workspace.openTerminal(remove, size, new AbortController().signal),
      ).rejects.toThrow('The image of the step has no shell');
    });

    it('ends by itself when its runner is killed', async () => {
      const { workDir, listContainers, listImages, filters } = await setUp({ hasRun: false });
      const running = { ...filters, status: ['running'] };
      const runner = startRunner(workDir);
      onTestFinished(() => void runner.kill('SIGKILL'));
      // The container of the step has run before its image is made.
      await expect.poll(listImages, { timeout: 60_000 }).toHaveLength(1);
      await expect.poll(() => listRunning(running), { timeout: 60_000 }).toHaveLength(1);
      runner.kill('SIGKILL');
      await expect.poll(() => listRunning(running), { timeout: 60_000 }).toHaveLength(0);
      expect(await listImages()).toHaveLength(1);
      // The next start of the runner removes the rest.
      await createDockerEngine({ workDir }).open();
      expect(await listContainers()).toEqual([]);
      expect(await listImages()).toEqual([]);
    });

    it('ends with the signal', async () => {
      const { workspace, step, abort, listContainers } = await setUp();
      const { type, untilShown, ended } = await openSession(workspace, step, abort.signal);
      type('sh -c "echo be\\$0in; exec sleep 1000" g\r');
      await untilShown('begin');
      abort.abort();
      expect(await ended()).toBe(137);
      // Only the failed container is left.
      await expect.poll(listContainers).toHaveLength(1);
    });
  });
}
