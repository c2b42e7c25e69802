import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { defaultStageSettings } from '../plan/stage-settings.ts';
import { readStageSettings as read } from './read-stage-settings.ts';

const dockerConfig = (text: string) => {
  const dir = mkdtempSync(join(tmpdir(), 'millrace-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  writeFileSync(join(dir, 'config.json'), text);
  return { MILLRACE_DOCKER_CONFIG: join(dir, 'config.json') };
};

it('has defaults', () => {
  expect(read({})).toEqual(defaultStageSettings);
});

it('reads all settings', () => {
  const settings = read({
    MILLRACE_RUNNER_ENVIRONMENT: 'HTTP_CACHE:http://cache:8080, MODE=ci',
    MILLRACE_CONTAINER_PRIVILEGED_IMAGES: 'plugins/buildx, acme/*',
    MILLRACE_CONTAINER_VOLUMES: '/etc/ssl/certs:/etc/ssl/certs:ro, cache:/root/.cache',
    MILLRACE_CONTAINER_NETWORKS: 'databases, mirrors',
    MILLRACE_CONTAINER_DEVICES: '/dev/fuse, /dev/kvm:/dev/kvm0:rw',
    MILLRACE_CONTAINER_CPUS: '1.5',
    MILLRACE_CONTAINER_CPU_SET: '0-2,4',
    MILLRACE_CONTAINER_CPU_SHARES: '512',
    MILLRACE_CONTAINER_MEMORY_SWAP_MB: '0',
    ...dockerConfig('{"auths": {"ghcr.io": {"username": "ci", "password": "sesame"}}}'),
  });
  expect(settings).toMatchObject({
    environment: { HTTP_CACHE: 'http://cache:8080', MODE: 'ci' },
    privilegedImages: ['plugins/buildx', 'acme/*'],
    logins: [{ host: 'ghcr.io', username: 'ci', password: 'sesame' }],
    containers: {
      mounts: [
        { kind: 'bind', source: '/etc/ssl/certs', target: '/etc/ssl/certs', isReadOnly: true },
        { kind: 'volume', source: 'cache', target: '/root/.cache', isReadOnly: false },
      ],
      networks: ['databases', 'mirrors'],
      devices: [
        { host: '/dev/fuse', container: '/dev/fuse', permissions: 'rwm' },
        { host: '/dev/kvm', container: '/dev/kvm0', permissions: 'rw' },
      ],
      limits: { cpus: 1.5, cpuSet: '0-2,4', cpuShares: 512, memorySwapMb: 0 },
    },
  });
});

it.each([
  ['MILLRACE_RUNNER_ENVIRONMENT', 'NAME'],
  ['MILLRACE_CONTAINER_PRIVILEGED_IMAGES', 'Not An Image'],
  ['MILLRACE_CONTAINER_VOLUMES', '/folder'],
  ['MILLRACE_CONTAINER_VOLUMES', '../folder:/path'],
  ['MILLRACE_CONTAINER_VOLUMES', '/folder:path'],
  ['MILLRACE_CONTAINER_DEVICES', 'fuse'],
  ['MILLRACE_CONTAINER_CPUS', 'many'],
  ['MILLRACE_CONTAINER_CPUS', ' '],
  ['MILLRACE_CONTAINER_CPU_SET', '1;2'],
  ['MILLRACE_CONTAINER_CPU_SHARES', '1.5'],
  ['MILLRACE_CONTAINER_MEMORY_MB', '64.5'],
  ['MILLRACE_CONTAINER_PROCESSES', '8'],
  ['MILLRACE_CONTAINER_SHM_MB', '0'],
  ['MILLRACE_DOCKER_CONFIG', '/does/not/exist'],
])('rejects %s=%s and names it', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(name);
});

it.each(['sesame', '{"auths": {"ghcr.io": {}}}'])('rejects a Docker config of %s', (text) => {
  expect(() => read(dockerConfig(text))).toThrow(/^MILLRACE_DOCKER_CONFIG (must|has)/);
});
