import { testImage } from '@millrace/test-support/docker-host';
import { skipIf } from '@millrace/test-support/skip-if';
import { startStepsCluster, type TestCluster } from '@millrace/test-support/test-cluster';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  clusterProblem,
  startClusterStage,
  shellStep as step,
} from '../../testing/cluster-stage.ts';
import type { WorkspaceFiles } from '../engine.ts';
import { ClusterClient } from './cluster-client.ts';
import type { SecurityLevel } from './pod-security.ts';

const never = new AbortController().signal;
/** Version, Pods and secrets of an earlier start, and the watch. */
const callsOfStart = 6;

let cluster: TestCluster;

describe('the Kubernetes engine', { timeout: 60_000, ...skipIf(clusterProblem) }, () => {
  beforeAll(async () => {
    cluster = await startStepsCluster();
    await enforce('baseline');
  }, 120_000);
  afterAll(() => cluster.stop());

  /** Makes the API server refuse Pods below a level of the Pod Security Standards. */
  async function enforce(level: SecurityLevel) {
    const labels = { 'pod-security.kubernetes.io/enforce': level };
    const metadata = { name: 'default', labels };
    await cluster.call('PUT', '/api/v1/namespaces/default', { metadata });
  }

  const setUp = (steps: string, security?: SecurityLevel) =>
    startClusterStage(cluster, steps, security);

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

  it('costs two calls to the API server, and two for each step', async () => {
    // Each step would get those of this machine.
    vi.stubEnv('NODE_EXTRA_CA_CERTS', undefined);
    onTestFinished(() => void vi.unstubAllEnvs());
    const spies = (['open', 'connect'] as const).map((name) =>
      vi.spyOn(ClusterClient.prototype, name),
    );
    onTestFinished(() => {
      for (const spy of spies) spy.mockRestore();
    });
    const { run, workspace } = await setUp(
      [step('first', 'true'), step('second', 'true')].join(', '),
    );
    const count = () => spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
    await expect.poll(count).toBe(callsOfStart + 1);
    await run('first');
    await run('second');
    await workspace.remove();
    // One reads the user of the image, the other starts the step.
    expect(count()).toBe(callsOfStart + 1 + 2 * 2 + 1);
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
      hasOutputs: true,
      onEnded: async (_, __, outputs) => {
        texts = outputs;
      },
    });
    expect(texts).toEqual({ open: 'version=7\n', masked: '' });
  });

  it('kills a step, first with TERM', async () => {
    const { run, abort, seen } = await setUp(step('wait', 'echo started', 'sleep 60'));
    const ended = run('wait');
    await seen('wait', '\nstarted\n');
    abort.abort();
    expect(await ended).toMatchObject({ wasKilled: true });
  });

  it.each([
    ['', 'tail /dev/zero'],
    [' in a process that is not its last', 'tail /dev/zero || exit 3'],
  ])('reports a step that runs out of memory%s', async (_, command) => {
    const limited = step('eat', command).replace('commands', 'mem_limit: 32mb, commands');
    const { run } = await setUp(limited);
    const result = await run('eat').catch((error: Error) => error.message);
    expect(JSON.stringify(result)).toContain('The step ran out of memory: OOMKilled at 32 MiB');
  });

  it('tells why a Pod waits, and that it goes on', async () => {
    const quota = '/api/v1/namespaces/default/resourcequotas';
    const {
      run: runFirst,
      seen,
      workspace: earlier,
    } = await setUp(step('wait', 'echo started', 'sleep 5'));
    const first = runFirst('wait');
    await seen('wait', '\nstarted\n');
    await cluster.call('POST', quota, {
      metadata: { name: 'one' },
      spec: { hard: { pods: '1' } },
    });
    onTestFinished(() => cluster.call('DELETE', `${quota}/one`).then(() => undefined));
    const used = async () => JSON.stringify(await cluster.call('GET', `${quota}/one`));
    await expect.poll(used, { timeout: 30_000 }).toContain('"used":{"pods":"1"}');
    const { run, waits } = await setUp(step('build', 'true'));
    const second = run('build');
    await expect
      .poll(() => waits, { timeout: 10_000 })
      .toEqual([expect.stringContaining('exceeded quota: one')]);
    await first;
    await earlier.remove();
    expect(await second).toMatchObject({ exitCode: 0 });
    expect(waits.at(-1)).toBe('');
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

  it('runs steps in a namespace that enforces the level restricted', async () => {
    await enforce('restricted');
    onTestFinished(() => enforce('baseline'));
    const other = step('other', 'cat file', 'id -u').replace('commands', 'user: 1234, commands');
    const { run, outputs } = await setUp(
      `${step('first', 'id -u > file')}, ${other}`,
      'restricted',
    );
    expect(await run('first')).toEqual({ exitCode: 0, wasKilled: false });
    expect(await run('other')).toEqual({ exitCode: 0, wasKilled: false });
    expect(outputs.get('other')?.match(/^\d+$/gm)).toEqual(['1000', '1234']);
  });

  it.for([
    [', privileged: true', 'Step "a" needs privileges, but MILLRACE_KUBERNETES_SECURITY'],
    [', user: root', 'The user of step "a" must be a number other than 0'],
  ])('refuses a step with%s', async ([fields, message]) => {
    const { run } = await setUp(step('a', 'true').replace(' }', `${fields} }`), 'restricted');
    await expect(run('a')).rejects.toThrow(message);
  });

  it.for(['baseline', 'restricted'] as const)(
    'opens terminals in the container of a failed step at the level %s',
    async (level) => {
      await enforce(level);
      onTestFinished(() => enforce('baseline'));
      const fail = step('fail', 'echo kept > /dev/shm/left', 'exit 1');
      const { run, workspace, specOf } = await setUp(
        fail.replace('commands', 'user: 1234, commands'),
        level,
      );
      expect(await run('fail', { keepsFailure: true })).toMatchObject({ exitCode: 1 });
      const show = async (commands: string) => {
        const size = { columns: 80, rows: 24 };
        const terminal = await workspace.openTerminal(specOf('fail'), size, never);
        terminal.write(Buffer.from(`${commands}\n`));
        let shown = '';
        for await (const chunk of terminal.output) shown += Buffer.from(chunk).toString();
        return { shown, exitCode: await terminal.exited };
      };
      const [one, other] = await Promise.all([
        show('cat /dev/shm/left; echo $COLOUR; exit 4'),
        show('id -u; exit'),
      ]);
      expect(one.shown).toMatch(/kept\r\n.*green/s);
      expect(one.exitCode).toBe(4);
      expect(other.shown).toContain('\n1234');
      const { shown: files } = await show('ls /.millrace; exit');
      expect(files).toContain('record.json');
      expect(files).not.toContain('shell-');
    },
  );
});
