import { expect, it } from 'vitest';
import { podResources } from './pod-resources.ts';
import { defaultPodSettings } from './pod-settings.ts';

const mib = 1024 ** 2;
const none = { cpu: 0, memory: 0 };
const noLimits = { cpus: 0, memoryMb: 0 };
const allowing = { ...defaultPodSettings, allow: ['resources' as const] };

function step(number: number, resources = { requests: none, limits: none }, detach = false) {
  return { number, container: { detach, memoryLimit: 0, resources } };
}

it('splits the requests of the Pod among its containers', () => {
  const chosen = { cpu: 1000, memory: 512 * mib };
  const { ofSteps, notes } = podResources([step(2), step(3)], chosen, allowing, noLimits);
  const half = { requests: { cpu: '500m', memory: String(256 * mib) } };
  expect([...ofSteps]).toEqual([
    [2, half],
    [3, half],
  ]);
  expect(notes).toEqual([]);
});

it('requests what the largest step and all services need', () => {
  const asking = (cpu: number) => ({ requests: { cpu, memory: 0 }, limits: none });
  const steps = [step(2, asking(100), true), step(3, asking(300)), step(4, asking(200))];
  const { ofSteps } = podResources(steps, none, allowing, noLimits);
  expect(ofSteps.get(4)).toEqual({ requests: { cpu: '134m' } });
});

it('reduces limits to those of the runner, with a note, and requests to the limits', () => {
  const limits = { cpu: 4000, memory: 64 * mib };
  const chosen = { cpu: 3000, memory: 128 * mib };
  const steps = [step(2, { requests: none, limits })];
  const max = { cpus: 2, memoryMb: 1024 };
  const { ofSteps, notes } = podResources(steps, chosen, allowing, max);
  const reduced = { cpu: '2000m', memory: String(64 * mib) };
  expect(ofSteps.get(2)).toEqual({ limits: reduced, requests: reduced });
  expect(notes).toEqual([
    'A step gets at most 2000m of cpu instead of 4000m: MILLRACE_CONTAINER_CPUS',
  ]);
});

it('reduces requests to the maximum of the runner, with a note', () => {
  const settings = { ...allowing, maxRequests: { cpu: 2000, memory: 1024 * mib } };
  const chosen = { cpu: 24_000, memory: 2048 * mib };
  const { ofSteps, notes } = podResources([step(2)], chosen, settings, noLimits);
  expect(ofSteps.get(2)).toEqual({ requests: { cpu: '2000m', memory: String(1024 * mib) } });
  expect(notes).toEqual([
    'The Pod requests 2000m of cpu instead of 24000m: MILLRACE_KUBERNETES_MAX_REQUESTS',
    'The Pod requests 1024 MiB of memory instead of 2048 MiB: MILLRACE_KUBERNETES_MAX_REQUESTS',
  ]);
});

it('ignores resources that are not allowed, with a note', () => {
  const settings = { ...defaultPodSettings, limits: { cpu: 500, memory: 0 } };
  const steps = [step(2, { requests: none, limits: { cpu: 1000, memory: 0 } })];
  const { ofSteps, notes } = podResources(steps, none, settings, noLimits);
  expect(ofSteps.get(2)).toEqual({ limits: { cpu: '500m' } });
  expect(notes).toEqual([expect.stringContaining('ignores "resources"')]);
});
