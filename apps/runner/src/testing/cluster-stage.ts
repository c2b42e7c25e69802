import { parsePipelineFile } from '@millrace/pipeline';
import { testImage } from '@millrace/test-support/docker-host';
import { findStepsProblem, type TestCluster } from '@millrace/test-support/test-cluster';
import { expect, onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import type { StepEvents, StepSpec } from '../engines/engine.ts';
import type { SecurityLevel } from '../engines/kubernetes/pod-security.ts';
import { createClusterEngine } from './cluster-engine.ts';
import { temporaryDirectory } from './temporary-directory.ts';

/** Why no test can use a cluster; undefined if they can. */
export const clusterProblem = await findStepsProblem();
/** Path of the Pods that the engine creates. */
export const pods = '/api/v1/namespaces/default/pods';
export const stageId = 7;
const podList = z.object({
  items: z.array(z.object({ metadata: z.object({ name: z.string() }) })),
});

/** Returns the YAML of a step with commands. */
export function shellStep(name: string, ...commands: string[]): string {
  return `{ name: ${name}, image: "${testImage}", pull: if-not-exists, commands: ${JSON.stringify(commands)} }`;
}

/** Starts a stage with the steps of this YAML, a list without brackets. */
export async function startClusterStage(
  cluster: TestCluster,
  steps: string,
  security: SecurityLevel = 'baseline',
) {
  const workDir = await temporaryDirectory();
  const engine = createClusterEngine(cluster, { workDir, pods: { security } });
  await engine.open();
  const volumes = '{ name: cache, temp: {} }';
  const source = `kind: pipeline\ntype: docker\nvolumes: [${volumes}]\nsteps: [${steps}]`;
  const { pipelines, problems } = parsePipelineFile(source);
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  const parsed = pipelines[0]?.steps ?? [];
  const waits: string[] = [];
  const setup = {
    stageId,
    workspace: { base: '', path: '' },
    volumes: pipelines[0]?.volumes ?? [],
    hosts: [],
    registries: [],
    onWait: (reason: string) => void waits.push(reason),
  };
  const workspace = await engine.createWorkspace(setup);
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
  return { workspace, setup, waits, specOf, run, outputs, abort, podName, seen, workDir };
}
