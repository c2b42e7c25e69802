import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parsePipelineFile } from '@millrace/pipeline';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type RecordingEngine,
  type RequestedContainer,
  startRecordingEngine,
} from '../../../testing/recording-engine.ts';
import { type DryRunPipeline, planBuild } from './plan-build.ts';
import { readBuildFacts } from './read-build-facts.ts';

const client = process.env.MILLRACE_TEST_DRONE_CLI ?? '';
const folder = process.env.MILLRACE_TEST_PIPELINES ?? '';

/** Build data that the client passes to its compiler; it cannot pass a commit or a ref. */
const told = { repo: 'octo/cat', branch: 'master', trusted: true };
/** Variables that describe the build, of which the client sets only a few. */
const factName = /^(?:DRONE|CI|GIT)(?:_|$)/;
/** Files whose own variables hold facts that the client does not tell: a repository's name, a number. */
const needsFacts = /DRONE_REPO|DRONE_BUILD_NUMBER/;

/** Properties of a step that both compilers output. */
interface ComparedStep {
  environment: Record<string, string>;
  privileged: boolean;
  volumes: number;
  workingDir: string;
}

describe.skipIf(client === '' || folder === '')(
  'beside the original compiler (MILLRACE_TEST_DRONE_CLI, MILLRACE_TEST_PIPELINES)',
  () => {
    let engine: RecordingEngine;
    beforeAll(async () => {
      engine = await startRecordingEngine();
    });
    afterAll(() => engine.stop());

    it.each(['push', 'tag'])(
      'the containers of a %s are the same',
      { timeout: 240_000 },
      async (event) => {
        let compared = 0;
        for (const file of readdirSync(folder).filter((name) => name.endsWith('.yml'))) {
          const path = join(folder, file);
          for (const pipeline of comparable(readFileSync(path, 'utf8'), event)) {
            const steps = ownSteps(pipeline);
            let theirs = await compile(path, pipeline.name, event);
            if (!theirs) continue;
            // It may end before it has asked for a service that it starts beside the steps.
            if (!isDeepStrictEqual(steps, theirs)) {
              theirs = await compile(path, pipeline.name, event);
            }
            expect({ file, pipeline: pipeline.name, steps }).toEqual({
              file,
              pipeline: pipeline.name,
              steps: theirs,
            });
            compared++;
          }
        }
        expect(compared).toBeGreaterThan(100);
      },
    );

    /** Undefined for a file that the original refuses. */
    async function compile(path: string, name: string, event: string) {
      const flags = ['--trusted', '--clone', '--event', event, '--pipeline', name];
      const repoFlags = ['--branch', told.branch, '--repo', told.repo];
      const run = await execa(client, ['exec', ...flags, ...repoFlags, path], {
        env: { DOCKER_HOST: engine.address },
        reject: false,
      });
      const containers = engine.readContainers();
      if (run.exitCode !== 0) return undefined;
      return Object.fromEntries(containers.map(readContainer).filter(([step]) => step !== 'clone'));
    }
  },
);

/** The pipelines of a file that the client can be asked for by their name. */
function comparable(text: string, event: string): DryRunPipeline[] {
  const { problems } = parsePipelineFile(text);
  if (needsFacts.test(text) || problems.some(({ severity }) => severity === 'error')) return [];
  const facts = readBuildFacts(JSON.stringify({ ...told, event }));
  const pipelines = planBuild('.drone.yml', text, { ...facts, ref: '', after: '', source: '' });
  const names = pipelines.map(({ name }) => name);
  return pipelines.filter(
    ({ name, type, platform }) =>
      type === 'docker' &&
      platform.os === 'linux' &&
      names.filter((other) => other === name).length === 1,
  );
}

function ownSteps({ steps }: DryRunPipeline): Record<string, ComparedStep> {
  const running = steps.filter(
    ({ name, run }) => name !== 'clone' && (run === 'on_success' || run === 'always'),
  );
  return Object.fromEntries(
    running.map((step) => {
      const entries = Object.entries(step.environment).map(([name, value]): [string, string] => [
        name,
        typeof value === 'string' ? value : '',
      ]);
      const compared: ComparedStep = {
        environment: withoutFacts(entries),
        privileged: step.privileged,
        volumes: step.volumes.length,
        workingDir: step.working_dir,
      };
      return [step.name, compared];
    }),
  );
}

function readContainer({
  Env,
  HostConfig,
  WorkingDir,
}: RequestedContainer): [string, ComparedStep] {
  const entries = Env.map((text): [string, string] => {
    const [name = ''] = text.split('=', 1);
    return [name, text.slice(name.length + 1)];
  });
  const { Privileged, Binds, Mounts, Devices } = HostConfig;
  const lists = [Binds, Mounts, Devices].map((list) => list?.length ?? 0);
  const step = entries.find(([name]) => name === 'DRONE_STEP_NAME')?.[1] ?? '';
  const compared: ComparedStep = {
    environment: withoutFacts(entries),
    privileged: Privileged,
    // One is the workspace.
    volumes: lists.reduce((sum, length) => sum + length, 0) - 1,
    workingDir: WorkingDir,
  };
  return [step, compared];
}

function withoutFacts(entries: [string, string][]): Record<string, string> {
  return Object.fromEntries(entries.filter(([name]) => !factName.test(name)));
}
