import { parsePipelineFile } from '@millrace/pipeline';
import { describe, expect, it } from 'vitest';
import { cacheFoldersOf } from '../../plan/cache-folders.ts';
import type { ContainerLimits } from '../docker/container-limits.ts';
import { defaultContainerSettings } from '../docker/container-settings.ts';
import { podResources } from './pod-resources.ts';
import { defaultPodSettings, type PodSettings } from './pod-settings.ts';
import { stagePod } from './stage-pod.ts';

const owner = { name: 'runner-0', uid: 'b7' };

interface Setting {
  limits?: Partial<ContainerLimits>;
  pods?: Partial<PodSettings>;
  /** Keys of the pipeline. */
  keys?: string;
  /** Volumes of the pipeline. */
  volumes?: string;
}

const temporary = '{ name: cache, temp: {} }, { name: fast, temp: { medium: memory } }';

/** Returns the Pod of a stage with one step, of which this YAML gives the fields. */
function podOf(fields: string, setting: Setting = {}) {
  const volumes = `volumes: [${setting.volumes ?? temporary}]`;
  const source = `kind: pipeline\n${setting.keys ?? ''}\n${volumes}\nsteps: [{ name: build, image: alpine, ${fields} }]`;
  const [pipeline] = parsePipelineFile(source).pipelines;
  const steps = (pipeline?.steps ?? []).map((step) => ({
    ...step,
    number: 2,
    environment: { PASSWORD: 'very secret' },
    container: {
      ...step,
      cacheFolders: cacheFoldersOf({ type: 'kubernetes', caches: [] }, [step]),
    },
  }));
  const pods = { ...defaultPodSettings, ...setting.pods };
  const limits = { ...defaultContainerSettings.limits, ...setting.limits };
  const requests = pipeline?.pod?.requests ?? { cpu: 0, memory: 0 };
  return stagePod({
    name: 'millrace-7',
    namespace: 'ci',
    labels: { 'millrace.io/stage': '7' },
    steps,
    pod: pipeline?.pod,
    resources: podResources(steps, requests, pods, limits).ofSteps,
    volumes: pipeline?.volumes ?? [],
    cacheFolders: cacheFoldersOf({ type: 'kubernetes', caches: [] }, pipeline?.steps ?? []),
    workspaceBase: '/drone/src',
    sourceDir: '/drone/src',
    pullSecret: undefined,
    settings: {
      namespace: 'ci',
      image: 'registry.example.com/millrace:1',
      types: ['kubernetes'],
      startMinutes: 10,
      owner,
      pods,
    },
    limits,
  });
}

describe('stagePod', () => {
  it('contains no variables and no token', () => {
    const pod = podOf('commands: [make]');
    expect(JSON.stringify(pod)).not.toContain('very secret');
    expect(pod).toMatchObject({
      metadata: { ownerReferences: [owner] },
      spec: { automountServiceAccountToken: false, restartPolicy: 'Never' },
    });
  });

  it.each([
    ['', '/root/.npm'],
    [', user: node', '/home/node/.npm'],
  ])('mounts cache folders, in the home of the user%s', (user, home) => {
    const pod = podOf(`cache: { key: a, paths: [/go/pkg, ~/.npm, deps] }, commands: [make]${user}`);
    const control = { volumeMounts: [{}, {}, { name: 'caches', mountPath: '/millrace-caches' }] };
    const folders = [
      { name: 'caches', mountPath: '/go/pkg', subPath: '0' },
      { name: 'caches', mountPath: home, subPath: '1' },
    ];
    const step = { volumeMounts: [{}, {}, {}, ...folders] };
    const volumes = expect.arrayContaining([{ name: 'caches', emptyDir: {} }]);
    expect(pod).toMatchObject({ spec: { containers: [control, step], volumes } });
  });

  it.each([
    [0, { memory: '256Mi' }],
    [500, { cpu: '500m', memory: '256Mi' }],
    [4000, { cpu: '1000m', memory: '256Mi' }],
  ])('limits the containers of the runner as steps, for quotas: %i', (cpu, limits) => {
    const pod = podOf('commands: [make]', { pods: { limits: { cpu, memory: 0 } } });
    const helper = { resources: { requests: { cpu: '10m', memory: '16Mi' }, limits } };
    expect(pod).toMatchObject({
      spec: { initContainers: [helper], containers: [{ name: 'control', ...helper }, {}] },
    });
    const { containers } = (pod as { spec: { containers: { resources: object }[] } }).spec;
    expect(containers[0]?.resources).toEqual(helper.resources);
  });

  it('has the containers of the runner and of the steps', () => {
    expect(podOf('commands: [make], pull: always')).toMatchObject({
      spec: {
        initContainers: [{ command: ['entrypoint', 'install', '/millrace', '2'] }],
        containers: [
          { name: 'control' },
          {
            name: 'step-2',
            image: 'alpine:latest',
            imagePullPolicy: 'Always',
            command: ['/.millrace-bin/entrypoint', 'step', '/.millrace'],
            securityContext: { privileged: false },
          },
        ],
        hostAliases: [{ ip: '127.0.0.1', hostnames: ['build'] }],
      },
    });
  });

  it.for([
    ['mem_limit: 64mb', {}, { limits: { memory: '67108864' } }],
    ['mem_limit: 64mb', { memoryMb: 32 }, { limits: { memory: '33554432' } }],
    [
      'commands: [make]',
      { memoryMb: 32, cpus: 1.5 },
      { limits: { memory: '33554432', cpu: '1500m' } },
    ],
  ] as const)('limits %s to %o', ([fields, limits, resources]) => {
    expect(podOf(fields, { limits })).toMatchObject({
      spec: { containers: [{}, { resources }] },
    });
  });

  it('has the choices of the file and of the runner, which take precedence', () => {
    const keys = `
node_selector: { disk: hdd, zone: a }
node_name: node-1
tolerations: [{ key: spot, operator: Exists, toleration_seconds: 5 }]
metadata: { labels: { team: web, millrace.io/stage: "8" }, annotations: { a: b } }
dns_config: { nameservers: [1.1.1.1], options: [{ name: ndots, value: 2 }] }`;
    const ci = { key: 'ci', operator: 'Exists', value: '', effect: '', seconds: undefined };
    const pods = { nodeSelector: { disk: 'ssd' }, tolerations: [ci], labels: { team: 'ci' } };
    const pod = podOf('commands: [make], dns: [8.8.8.8]', { keys, pods });
    const required = { nodeSelectorTerms: [{ matchFields: [{ values: ['node-1'] }] }] };
    expect(pod).toMatchObject({
      metadata: { labels: { team: 'ci', 'millrace.io/stage': '7' }, annotations: { a: 'b' } },
      spec: {
        nodeSelector: { disk: 'ssd', zone: 'a' },
        affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: required } },
        tolerations: [
          {},
          {},
          { key: 'ci', operator: 'Exists' },
          { key: 'spot', operator: 'Exists', tolerationSeconds: 5 },
        ],
        dnsConfig: {
          nameservers: ['1.1.1.1', '8.8.8.8'],
          options: [{ name: 'ndots', value: '2' }],
        },
      },
    });
  });

  it('has a token only of an account that the file chooses', () => {
    const pods = { serviceAccount: 'steps' };
    expect(podOf('', { pods })).toMatchObject({
      spec: { serviceAccountName: 'steps', automountServiceAccountToken: false },
    });
    expect(podOf('', { pods, keys: 'service_account_name: deployer' })).toMatchObject({
      spec: { serviceAccountName: 'deployer', automountServiceAccountToken: true },
    });
  });

  it('has users of its own if the runner demands it, unless a step is privileged', () => {
    const own = { hostUsers: false };
    expect(podOf('', { pods: own })).toMatchObject({ spec: own });
    for (const pod of [podOf(''), podOf('privileged: true', { pods: own })]) {
      expect(pod).not.toHaveProperty('spec.hostUsers');
    }
  });

  it('mounts the volumes of a step, and replaces the workspace by one', () => {
    const pod = podOf('volumes: [{ name: cache, path: /drone/src }, { name: fast, path: /fast }]');
    const cache = `volume-${Buffer.from('cache').toString('hex')}`;
    const fast = `volume-${Buffer.from('fast').toString('hex')}`;
    expect(pod).toMatchObject({
      spec: {
        containers: [
          {},
          {
            volumeMounts: [
              { mountPath: '/.millrace-bin', readOnly: true },
              { mountPath: '/.millrace', subPath: 'steps/2' },
              { name: cache, mountPath: '/drone/src' },
              { name: fast, mountPath: '/fast' },
            ],
          },
        ],
        volumes: [
          {},
          {},
          { name: cache, emptyDir: {} },
          { name: fast, emptyDir: { medium: 'Memory' } },
        ],
      },
    });
  });

  it.for([
    ['temp: { size_limit: 1MiB }', { emptyDir: { sizeLimit: '1048576' } }],
    ['host: { path: /srv }', { hostPath: { path: '/srv' } }],
    [
      'claim: { name: shared, read_only: true }',
      { persistentVolumeClaim: { claimName: 'shared', readOnly: true } },
    ],
    [
      'config_map: { name: tools, optional: true }',
      { configMap: { name: 'tools', optional: true } },
    ],
    [
      'secret: { name: key, default_mode: 0400 }',
      { secret: { secretName: 'key', optional: false, defaultMode: 0o400 } },
    ],
    [
      'downward_api: { items: [{ path: a, field_path: metadata.labels }] }',
      { downwardAPI: { items: [{ path: 'a', fieldRef: { fieldPath: 'metadata.labels' } }] } },
    ],
  ] as const)('mounts %s', ([kind, source]) => {
    const mount = 'volumes: [{ name: a, path: /a, read_only: true, sub_path: b/c }]';
    const name = `volume-${Buffer.from('a').toString('hex')}`;
    const ofRunner = expect.anything();
    expect(podOf(mount, { volumes: `{ name: a, ${kind} }` })).toMatchObject({
      spec: {
        containers: [
          ofRunner,
          {
            volumeMounts: [
              ofRunner,
              ofRunner,
              ofRunner,
              { name, mountPath: '/a', readOnly: true, subPath: 'b/c' },
            ],
          },
        ],
        volumes: [ofRunner, ofRunner, { name, ...source }],
      },
    });
  });
});
