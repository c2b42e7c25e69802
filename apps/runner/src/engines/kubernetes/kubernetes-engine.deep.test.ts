import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parsePipelineFile } from '@millrace/contract/pipeline';
import { findDockerHost, testImage } from '@millrace/test-support/docker-host';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { temporaryDirectory } from '../../testing/temporary-directory.ts';
import {
  entrypointImage,
  findClusterProblem,
  makeEntrypointImage,
  startTestCluster,
  type TestCluster,
} from '../../testing/test-cluster.ts';
import { defaultContainerSettings } from '../docker/container-settings.ts';
import type { StepEvents, StepSpec, WorkspaceFiles } from '../engine.ts';
import { createKubernetesEngines } from './kubernetes-engine.ts';

const docker = await findDockerHost();
const problem = typeof docker === 'string' ? docker : findClusterProblem();
const never = new AbortController().signal;
const podList = z.object({
  items: z.array(z.object({ metadata: z.object({ name: z.string() }) })),
});
const pods = '/api/v1/namespaces/default/pods';

let cluster: TestCluster;

describe.skipIf(problem)('the Kubernetes engine', { timeout: 60_000 }, () => {
  beforeAll(async () => {
    await makeEntrypointImage();
    cluster = await startTestCluster();
  }, 120_000);
  afterAll(() => cluster.stop());

  /** Starts a stage with the steps of this YAML, a list without brackets. */
  async function setUp(steps: string) {
    const workDir = await temporaryDirectory();
    const [engine] = createKubernetesEngines({
      workDir,
      killGraceMs: 500,
      env: { KUBECONFIG: cluster.kubeconfig },
      containers: defaultContainerSettings,
      settings: {
        namespace: 'default',
        image: entrypointImage,
        types: ['kubernetes'],
        startMinutes: 1,
        owner: undefined,
      },
    });
    if (!engine) throw new Error('no engine');
    await engine.open();
    const volumes = '{ name: cache, temp: {} }';
    const source = `kind: pipeline\ntype: docker\nvolumes: [${volumes}]\nsteps: [${steps}]`;
    const { pipelines, problems } = parsePipelineFile(source);
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    const parsed = pipelines[0]?.steps ?? [];
    const workspace = await engine.createWorkspace({
      stageId: 7,
      workspace: { base: '', path: '' },
      volumes: pipelines[0]?.volumes ?? [],
      hosts: [],
      registries: [],
    });
    onTestFinished(() => workspace.remove());
    const specs: StepSpec[] = parsed.map((step, at) => ({
      ...step,
      number: at + 2,
      environment: { COLOUR: 'green' },
      container: step,
    }));
    workspace.prepare?.(specs);
    const outputs = new Map<string, string>();
    const abort = new AbortController();
    const specOf = (name: string) => {
      const spec = specs.find((candidate) => candidate.name === name);
      if (!spec) throw new Error(`no step ${name}`);
      return spec;
    };
    const run = (name: string, events: StepEvents = {}) => {
      const spec = specOf(name);
      const add = (chunk: Uint8Array) => {
        outputs.set(name, (outputs.get(name) ?? '') + Buffer.from(chunk).toString('latin1'));
      };
      const ended = workspace.runStep(spec, add, abort.signal, events);
      // Tests look at it later.
      ended.catch(() => undefined);
      return ended;
    };
    const podName = async () => {
      const { items } = z.parse(podList, await cluster.call('GET', pods));
      return items.at(-1)?.metadata.name ?? '';
    };
    const seen = (name: string, part: string) =>
      expect.poll(() => outputs.get(name) ?? '', { timeout: 30_000 }).toContain(part);
    return { workspace, specOf, run, outputs, abort, podName, seen, workDir };
  }

  const step = (name: string, ...commands: string[]) =>
    `{ name: ${name}, image: "${testImage}", pull: if-not-exists, commands: ${JSON.stringify(commands)} }`;

  it('runs steps one after the other in one workspace', async () => {
    const steps = [
      step('first', 'echo $COLOUR > file', 'pwd'),
      step('second', 'cat file', 'exit 3'),
    ];
    const { run, outputs } = await setUp(steps.join(', '));
    expect(await run('first')).toEqual({ exitCode: 0, wasKilled: false });
    expect(outputs.get('first')).toContain('/drone/src\n');
    expect(await run('second')).toEqual({ exitCode: 3, wasKilled: false });
    expect(outputs.get('second')).toContain('green\n');
  });

  it('copies the sources, and reads the files of a step', async () => {
    const { run, workspace } = await setUp(
      step('build', 'cat source.txt', 'cp source.txt built.txt'),
    );
    const clone = { number: 1, name: 'clone', environment: {} };
    await workspace.runStep(
      { ...clone, commands: ['echo mill > source.txt'] },
      () => undefined,
      never,
    );
    let packed = Buffer.alloc(0);
    const onEnded = async (files: WorkspaceFiles) => {
      expect(await files.has('missing.txt')).toBe(false);
      const archive = await files.pack('built.txt', never);
      for await (const chunk of archive ?? []) packed = Buffer.concat([packed, chunk]);
    };
    expect(await run('build', { onEnded })).toEqual({ exitCode: 0, wasKilled: false });
    expect(packed.toString()).toContain('mill\n');
  });

  it('passes the outputs of a step on', async () => {
    const { run } = await setUp(step('build', 'echo version=7 >> "$DRONE_OUTPUT"'));
    let texts: unknown;
    await run('build', {
      onOutputs: async (written) => {
        texts = written;
      },
    });
    expect(texts).toEqual({ open: 'version=7\n', masked: '' });
  });

  it('reads all of a large output, although the connection breaks', async () => {
    const { run, outputs, seen } = await setUp(
      step('print', 'seq 1 100000', 'sleep 2', 'seq 100001 600000'),
    );
    const ended = run('print');
    await seen('print', '\n100000\n');
    await cluster.fault('/cut');
    expect(await ended).toEqual({ exitCode: 0, wasKilled: false });
    const lines =
      outputs
        .get('print')
        ?.split('\n')
        .filter((line) => /^\d+$/.test(line)) ?? [];
    expect(lines.length).toBe(600_000);
    expect(lines.every((line, at) => Number(line) === at + 1)).toBe(true);
  });

  it('kills a step, first with TERM', async () => {
    const { run, abort, seen } = await setUp(step('wait', 'echo started', 'sleep 60'));
    const ended = run('wait');
    await seen('wait', '\nstarted\n');
    abort.abort();
    expect(await ended).toMatchObject({ wasKilled: true });
  });

  it('does not take the exit code 0 of an evicted Pod for a success', async () => {
    const { run, podName, seen } = await setUp(step('wait', 'echo started', 'sleep 60'));
    const ended = run('wait');
    await seen('wait', '\nstarted\n');
    await cluster.fault(`/evict?namespace=default&pod=${await podName()}`);
    await expect(ended).rejects.toThrow(
      'The Pod is gone: Evicted (The node was low on resource: memory.)',
    );
  });

  it('ends in error if somebody deletes the Pod', async () => {
    const { run, podName, seen } = await setUp(step('wait', 'echo started', 'sleep 60'));
    const ended = run('wait');
    await seen('wait', '\nstarted\n');
    await cluster.call('DELETE', `${pods}/${await podName()}`);
    await expect(ended).rejects.toThrow('The Pod is gone: it was deleted');
  });

  it('reports a step that runs out of memory', async () => {
    const limited = step('eat', 'tail /dev/zero').replace('commands', 'mem_limit: 32mb, commands');
    const { run } = await setUp(limited);
    const result = await run('eat').catch((error: Error) => error.message);
    expect(JSON.stringify(result)).toContain('The step ran out of memory: OOMKilled at 32 MiB');
  });

  it('says in the log why a container does not start', async () => {
    const { run, abort, seen } = await setUp(
      '{ name: build, image: millrace.test/none:1, commands: [true] }',
    );
    const ended = run('build');
    await seen('build', '[millrace] Waiting for the cluster: ImagePullBackOff');
    abort.abort();
    await expect(ended).rejects.toThrow();
  });

  it('reaches a service by its name, and stops it', async () => {
    const service = step('database', 'echo hello > index.html', 'httpd -f -p 8000').replace(
      'commands',
      'detach: true, commands',
    );
    const { run, outputs, abort } = await setUp(
      `${service}, ${step('test', 'until wget -q -O - http://database:8000/; do sleep 0.1; done')}`,
    );
    const stopped = run('database');
    expect(await run('test')).toEqual({ exitCode: 0, wasKilled: false });
    expect(outputs.get('test')).toContain('hello\n');
    abort.abort();
    expect(await stopped).toMatchObject({ wasKilled: true });
  });

  it('runs the entrypoint of the pipeline file as a user of the image', async () => {
    const { run, outputs } = await setUp(
      `{ name: plugin, image: "${testImage}", entrypoint: [id, -u], user: "1234" }`,
    );
    expect(await run('plugin')).toEqual({ exitCode: 0, wasKilled: false });
    expect(outputs.get('plugin')).toBe('1234\n');
  });

  it('opens a terminal in the container of a failed step', async () => {
    const { run, workspace, specOf } = await setUp(step('fail', 'echo kept > /tmp/left', 'exit 1'));
    expect(await run('fail', { keepsFailure: true })).toMatchObject({ exitCode: 1 });
    const size = { columns: 80, rows: 24 };
    const terminal = await workspace.openTerminal(specOf('fail'), size, never);
    terminal.write(Buffer.from('cat /tmp/left; echo $COLOUR; exit 4\n'));
    let shown = '';
    for await (const chunk of terminal.output) shown += Buffer.from(chunk).toString();
    expect(shown).toContain('kept');
    expect(shown).toContain('green');
    expect(await terminal.exited).toBe(4);
  });

  it('removes what an earlier start of the runner has left', async () => {
    const { run, podName, seen, workDir } = await setUp(step('wait', 'echo started', 'sleep 60'));
    const ended = run('wait').catch((error: Error) => error.message);
    await seen('wait', '\nstarted\n');
    const name = await podName();
    const later = join(workDir, 'next');
    await mkdir(later);
    await copyFile(join(workDir, 'docker-owner'), join(later, 'docker-owner'));
    const settings = { namespace: 'default', image: entrypointImage, startMinutes: 1 };
    const [next] = createKubernetesEngines({
      workDir: later,
      env: { KUBECONFIG: cluster.kubeconfig },
      containers: defaultContainerSettings,
      settings: { ...settings, types: ['docker'], owner: undefined },
    });
    expect(await next?.open()).toEqual({ os: 'linux', arch: 'amd64' });
    expect(await ended).toBe('The Pod is gone: it was deleted');
    await expect
      .poll(() => cluster.call('GET', `${pods}/${name}`).catch(() => 'gone'))
      .toBe('gone');
  });
});
