import { parsePipelineFile } from '@millrace/contract/pipeline';
import { describe, expect, it } from 'vitest';
import { defaultContainerSettings } from '../docker/container-settings.ts';
import { stagePod } from './stage-pod.ts';

const owner = { name: 'runner-0', uid: 'b7' };

/** Returns the Pod of a stage with one step, of which this YAML gives the fields. */
function podOf(fields: string, limits = {}) {
  const volumes = 'volumes: [{ name: cache, temp: {} }, { name: fast, temp: { medium: memory } }]';
  const source = `kind: pipeline\n${volumes}\nsteps: [{ name: build, image: alpine, ${fields} }]`;
  const [pipeline] = parsePipelineFile(source).pipelines;
  const steps = pipeline?.steps ?? [];
  return stagePod({
    name: 'millrace-7',
    namespace: 'ci',
    labels: { 'millrace.io/stage': '7' },
    steps: steps.map((step) => ({
      ...step,
      number: 2,
      environment: { PASSWORD: 'very secret' },
      container: step,
    })),
    volumes: pipeline?.volumes ?? [],
    workspaceBase: '/drone/src',
    sourceDir: '/drone/src',
    pullSecret: undefined,
    settings: {
      namespace: 'ci',
      image: 'registry.example.com/millrace:1',
      types: ['kubernetes'],
      startMinutes: 10,
      owner,
    },
    limits: { ...defaultContainerSettings.limits, ...limits },
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
      { limits: { memory: '33554432', cpu: '1.5' } },
    ],
  ] as const)('limits %s to %o', ([fields, limits, resources]) => {
    expect(podOf(fields, limits)).toMatchObject({
      spec: { containers: [{}, { resources }] },
    });
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
});
