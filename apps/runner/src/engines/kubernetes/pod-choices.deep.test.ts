import { parsePipelineFile } from '@millrace/pipeline';
import { testImage } from '@millrace/test-support/docker-host';
import { skipIf } from '@millrace/test-support/skip-if';
import { startStepsCluster, type TestCluster } from '@millrace/test-support/test-cluster';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createClusterEngine } from '../../testing/cluster-engine.ts';
import { clusterProblem } from '../../testing/cluster-stage.ts';
import { temporaryDirectory } from '../../testing/temporary-directory.ts';
import type { PodSettings } from './pod-settings.ts';

const never = new AbortController().signal;
const core = '/api/v1/namespaces/default';

let cluster: TestCluster;

/** All choices that a pipeline file has for its Pod. */
const choices = `
kind: pipeline
type: kubernetes
resources: { requests: { cpu: 200, memory: 64MiB } }
node_selector: { kubernetes.io/hostname: machine-1 }
tolerations: [{ key: dedicated, operator: Equal, value: ci, effect: NoExecute, toleration_seconds: 30 }]
service_account_name: deployer
metadata: { labels: { team: web }, annotations: { example.com/url: 'https://a/?b=c' } }
dns_config: { nameservers: [1.1.1.1], searches: [example.com], options: [{ name: ndots, value: 2 }] }
volumes:
  - { name: tools, config_map: { name: tools, default_mode: 0555 } }
  - { name: keys, secret: { name: deploy-key, default_mode: 0400 } }
  - { name: none, secret: { name: missing, optional: true } }
  - { name: fields, downward_api: { items: [{ path: pod/labels, field_path: metadata.labels }] } }
  - { name: parts, temp: { size_limit: 64MiB } }
steps:
  - name: look
    image: ${testImage}
    pull: if-not-exists
    resources: { limits: { cpu: 500, memory: 128MiB } }
    volumes:
      - { name: tools, path: /tools }
      - { name: keys, path: /keys }
      - { name: none, path: /none }
      - { name: fields, path: /fields }
      - { name: parts, path: /part, sub_path: one/two }
      - { name: parts, path: /fixed, read_only: true }
    commands:
      - sh /tools/greet
      - cat /keys/id
      - stat -L -c %a /tools/greet /keys/id
      - ls /none
      - grep team /fields/pod/labels
      - echo written > /part/file
      - cat /fixed/one/two/file
      - touch /fixed/other || echo read-only
      - touch /keys/other || echo read-only
      - test -s /var/run/secrets/kubernetes.io/serviceaccount/token && echo token
`;

const missingObject = `
kind: pipeline
type: kubernetes
volumes: [{ name: later, config_map: { name: later } }]
steps:
  - name: look
    image: ${testImage}
    pull: if-not-exists
    volumes: [{ name: later, path: /later }]
    commands: [cat /later/text]
`;

interface StageOptions {
  stageId: number;
  pods?: Partial<PodSettings>;
}

/** Starts the first step of a pipeline in a Pod of its own. */
async function runFirstStep(text: string, { stageId, pods = {} }: StageOptions) {
  const [pipeline] = parsePipelineFile(text).pipelines;
  const [step] = pipeline?.steps ?? [];
  if (!pipeline || !step) throw new Error('no step');
  const engine = createClusterEngine(cluster, { workDir: await temporaryDirectory(), pods });
  await engine.open();
  const reasons: string[] = [];
  const workspace = await engine.createWorkspace({
    stageId,
    workspace: pipeline.workspace,
    volumes: pipeline.volumes,
    pod: pipeline.pod,
    hosts: [],
    registries: [],
    onWait: (reason) => reasons.push(reason),
  });
  onTestFinished(() => workspace.remove());
  const spec = { ...step, number: 2, environment: {}, container: step };
  workspace.prepare?.([spec]);
  let printed = '';
  const add = (chunk: Uint8Array) => {
    printed += Buffer.from(chunk).toString();
  };
  return { exit: workspace.runStep(spec, add, never), output: () => printed, reasons };
}

describe('a stage with all choices of a file', {
  timeout: 60_000,
  ...skipIf(clusterProblem),
}, () => {
  beforeAll(async () => {
    cluster = await startStepsCluster();
    await cluster.call('POST', `${core}/serviceaccounts`, { metadata: { name: 'deployer' } });
    const tools = { metadata: { name: 'tools' }, data: { greet: 'echo hello\n' } };
    await cluster.call('POST', `${core}/configmaps`, tools);
    const key = { metadata: { name: 'deploy-key' }, stringData: { id: 'key-4711\n' } };
    await cluster.call('POST', `${core}/secrets`, key);
  }, 120_000);
  afterAll(() => cluster.stop());

  it('has them in its Pod, and its step sees the volumes', async () => {
    const pods = { allow: ['resources'], hostUsers: false } satisfies Partial<PodSettings>;
    const { exit, output } = await runFirstStep(choices, { stageId: 7, pods });
    expect(await exit).toEqual({ exitCode: 0, wasKilled: false });
    const lines = output()
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('+ '));
    expect(lines.filter((line) => !line.startsWith('touch: '))).toEqual([
      'hello',
      'key-4711',
      '555',
      '400',
      'team="web"',
      'written',
      'read-only',
      'read-only',
      'token',
    ]);
    const toleration = { key: 'dedicated', value: 'ci', effect: 'NoExecute' };
    expect(await cluster.call('GET', `${core}/pods`)).toMatchObject({
      items: [
        {
          metadata: {
            labels: { team: 'web', 'millrace.io/stage': '7' },
            annotations: { 'example.com/url': 'https://a/?b=c' },
          },
          spec: {
            hostUsers: false,
            serviceAccountName: 'deployer',
            nodeSelector: { 'kubernetes.io/hostname': 'machine-1' },
            tolerations: expect.arrayContaining([
              expect.objectContaining({ ...toleration, tolerationSeconds: 30 }),
            ]),
            dnsConfig: {
              nameservers: ['1.1.1.1'],
              searches: ['example.com'],
              options: [{ name: 'ndots', value: '2' }],
            },
            volumes: expect.arrayContaining([
              expect.objectContaining({ emptyDir: { sizeLimit: '67108864' } }),
            ]),
            containers: [
              { name: 'control' },
              {
                resources: {
                  limits: { cpu: '500m', memory: '134217728' },
                  requests: { cpu: '200m', memory: '67108864' },
                },
              },
            ],
          },
        },
      ],
    });
  });

  it('tells which object of a volume is missing, and starts when it is there', async () => {
    const { exit, output, reasons } = await runFirstStep(missingObject, { stageId: 8 });
    await expect.poll(() => reasons, { timeout: 30_000 }).not.toEqual([]);
    expect(reasons).toEqual(['FailedMount (configmaps "later" not found)']);
    const later = { metadata: { name: 'later' }, data: { text: 'here now\n' } };
    await cluster.call('POST', `${core}/configmaps`, later);
    expect(await exit).toEqual({ exitCode: 0, wasKilled: false });
    expect(reasons.at(-1)).toBe('');
    expect(output()).toContain('[millrace] Waiting for the cluster: FailedMount');
    expect(output()).toContain('here now');
  });
});
