import { join } from 'node:path';
import type { Build, Line, Stage } from '@millrace/contract/api';
import { isFinished } from '@millrace/contract/vocabulary';
import { testImage } from '@millrace/test-support/docker-host';
import { findFreePort } from '@millrace/test-support/free-port';
import type { TestCluster } from '@millrace/test-support/test-cluster';
import { expect } from 'vitest';
import { kubernetesEnvironment } from '../kubernetes-environment.ts';
import { readToken } from '../read-token.ts';
import { rpcEnvironment } from '../rpc-client.ts';
import { type RunnerProcess, startRunnerProcess } from '../runner-process.ts';
import { type ServerProcess, startServerProcess } from '../server-process.ts';
import { createWorkTree } from '../test-server.ts';

const repo = 'admin/project';
const capacity = 12;
export const stagesOfBuild = 11;
export const linesOfStage = 4000;
export const linesBeforeMemory = 100;

/** Ten stages that print lines and end as their values say, and one that runs out of memory. */
const pipeline = `kind: pipeline
type: kubernetes
name: work
matrix: { CODE: ['0', '3'], N: ['1', '2', '3', '4', '5'] }
steps:
  - name: before
    image: "${testImage}"
    pull: if-not-exists
    commands: ['test -e .drone.yml', 'echo "passed=$CODE" >> $DRONE_OUTPUT', 'echo left > file']
  - name: print
    image: "${testImage}"
    pull: if-not-exists
    commands:
      - seq 1 ${linesOfStage / 2}
      - sleep 1
      - seq ${linesOfStage / 2 + 1} ${linesOfStage}
      - if [ "$passed" != "$CODE" ] || [ ! -e file ]; then exit 9; fi
      - exit $CODE
---
kind: pipeline
type: kubernetes
name: memory
steps:
  - name: print
    image: "${testImage}"
    pull: if-not-exists
    mem_limit: 32mb
    commands: [seq 1 ${linesBeforeMemory}, tail /dev/zero]
`;

export interface EndedStage {
  stage: Stage;
  printed: Line[];
}

export type ClusterSubject = Awaited<ReturnType<typeof startClusterSubject>>;

/** Starts a server and a runner, and pushes the repository. */
export async function startClusterSubject(tempDir: string, cluster: TestCluster) {
  const port = await findFreePort();
  const outputs: (() => string)[] = [];
  const startServer = async () => {
    const started = await startServerProcess({
      MILLRACE_DATA: join(tempDir, 'data'),
      MILLRACE_PORT: String(port),
      ...rpcEnvironment,
      MILLRACE_RUNNER_CAPACITY: '0',
    });
    outputs.push(started.output);
    return started;
  };
  let server: ServerProcess = await startServer();
  const { url } = server;
  const startRunner = () => {
    const started = startRunnerProcess(
      { url, tempDir },
      {
        ...kubernetesEnvironment(cluster),
        MILLRACE_RUNNER_CAPACITY: String(capacity),
        MILLRACE_LOG_LEVEL: 'info',
      },
    );
    outputs.push(started.output);
    return started;
  };
  let runner: RunnerProcess = startRunner();
  const token = await readToken(url);
  const headers = { authorization: `Bearer ${token}` };
  /** Repeats a call until a server answers. */
  const call = async <Result>(method: string, path: string): Promise<Result> => {
    for (;;) {
      try {
        const answer = await fetch(`${url}/api/repos/${repo}${path}`, { method, headers });
        if (answer.ok) return (await answer.json()) as Result;
        throw new Error(`${method} ${path} answered ${answer.status}`);
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }
  };
  const listOpen = async () => {
    const builds = await call<Build[]>('GET', '/builds?per_page=20');
    return builds.filter(({ status }) => !isFinished(status)).length;
  };
  const work = await createWorkTree({ url, tempDir }, 'admin', repo);
  await work.commit({ '.drone.yml': pipeline });
  await work.git('push', '--quiet', 'origin', 'main');
  await call('POST', '');
  await work.commit({ README: 'again' });
  await work.git('push', '--quiet', 'origin', 'main');
  return {
    outputs: () => outputs.map((output) => output()).join('\n'),
    startBuild: async (number: number) => {
      const [newest] = await call<Build[]>('GET', '/builds');
      if ((newest?.number ?? 0) < number) await call('POST', '/builds?branch=main');
    },
    untilOpen: (isEnough: (open: number) => boolean) =>
      expect
        .poll(async () => isEnough(await listOpen()), { timeout: 900_000, interval: 500 })
        .toBe(true),
    readStages: async (builds: number) => {
      const ended: EndedStage[] = [];
      for (let number = 1; number <= builds; number++) {
        const build = await call<Build>('GET', `/builds/${number}`);
        for (const stage of build.stages ?? []) {
          const step = stage.steps?.find(({ name }) => name === 'print');
          const path = `/builds/${number}/logs/${stage.number}/${step?.number}`;
          const hasLog = step && step.status !== 'skipped';
          ended.push({ stage, printed: hasLog ? await call<Line[]>('GET', path) : [] });
        }
      }
      return ended;
    },
    restartServer: async () => {
      await server.end('SIGKILL');
      server = await startServer();
    },
    restartRunner: async () => {
      runner.process.kill('SIGKILL');
      await runner.exitCode;
      runner = startRunner();
    },
  };
}
