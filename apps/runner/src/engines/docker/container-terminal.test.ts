import { findDockerHost, testImage } from '@millrace/test-support/docker-host';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryDirectory } from '../../testing/temporary-directory.ts';
import { openSession } from '../../testing/terminal-session.ts';
import type { ContainerSpec, StepSpec } from '../engine.ts';
import { createDockerEngine } from './docker-engine.ts';
import { labelFilter, ownerLabels, readOwner } from './labels.ts';

const docker = await findDockerHost();

const container: ContainerSpec = {
  ...{ image: testImage, pull: 'if-not-exists', entrypoint: [], command: [], detach: false },
  ...{ privileged: false, user: '', workingDir: '', volumes: [], networkMode: '', dns: [] },
  ...{ dnsSearch: [], extraHosts: [], memoryLimit: 0, sharedMemory: 0 },
};

/** Creates a workspace in which a step has failed. */
async function setUp() {
  if (typeof docker === 'string') throw new Error(docker);
  const workDir = await temporaryDirectory();
  const engine = createDockerEngine({ workDir, killGraceMs: 1000 });
  await engine.open();
  const workspace = await engine.createWorkspace({
    ...{ stageId: 7, workspace: { base: '', path: '' }, volumes: [], hosts: [], registries: [] },
  });
  const filters = labelFilter(ownerLabels(await readOwner(workDir)));
  const listContainers = () => docker.listContainers({ all: true, filters });
  const abort = new AbortController();
  onTestFinished(async () => {
    abort.abort();
    await workspace.killLeftovers();
    await workspace.remove();
    expect(await listContainers()).toEqual([]);
    expect(await docker.listImages({ filters })).toEqual([]);
  });
  const step: StepSpec = {
    ...{ number: 1, name: 'build', environment: { DRONE_STAGE: 'mill', DRONE_NETRC_FILE: 'x' } },
    commands: ['echo flour > sack.txt', 'echo rye > /root-file', 'exit 3'],
    container,
  };
  const events = { keepsFailure: true };
  const exit = await workspace.runStep(step, () => undefined, abort.signal, events);
  expect(exit.exitCode).toBe(3);
  await workspace.killLeftovers();
  return { workspace, step, abort, listContainers };
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
      const { terminal, type, untilShown, ended } = await openSession(workspace, step);
      type('sh -c "echo be\\$0in; exec sleep 1000" g\r');
      await untilShown('begin');
      type('\u0003');
      terminal.resize({ columns: 100, rows: 30 });
      type('while test "$(stty size)" != "30 100"; do :; done; echo re""sized; exit\r');
      await untilShown('resized');
      await ended();
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
