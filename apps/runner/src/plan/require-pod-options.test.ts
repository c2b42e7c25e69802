import { parsePipelineFile } from '@millrace/pipeline';
import { expect, it } from 'vitest';
import { defaultPodSettings, type PodSettings } from '../engines/kubernetes/pod-settings.ts';
import { requirePodOptions } from './require-pod-options.ts';

function check(keys: string, pods: Partial<PodSettings> = {}, trusted = false) {
  const options = { namespace: 'ci', image: 'millrace:1', types: [], startMinutes: 1 };
  const settings = { ...options, owner: undefined, pods: { ...defaultPodSettings, ...pods } };
  const source = `kind: pipeline\ntype: kubernetes\n${keys}\nsteps: [{ name: a, image: b }]`;
  const [pipeline] = parsePipelineFile(source).pipelines;
  if (pipeline) requirePodOptions(pipeline, { trusted }, settings);
}

it.for([
  ['node_selector: { disk: ssd }', 'node_selector'],
  ['node_name: node-1', 'node_name'],
  ['tolerations: [{ operator: Exists }]', 'tolerations'],
  ['metadata: { labels: { team: web } }', 'labels'],
  ['metadata: { annotations: { team: web } }', 'annotations'],
  ['dns_config: { searches: [example.com] }', 'dns_config'],
  ['volumes: [{ name: a, downward_api: {} }]', 'downward_api'],
] as const)('rejects %s unless it is allowed', ([keys, name]) => {
  const message = `This runner does not allow "${name}" in pipeline files. Its MILLRACE_KUBERNETES_ALLOW`;
  expect(() => check(keys)).toThrow(message);
  expect(() => check(keys, { allow: [name] })).not.toThrow();
});

it('allows no other namespace', () => {
  expect(() => check('metadata: { namespace: prod }')).toThrow('only in the namespace "ci"');
  expect(() => check('metadata: { namespace: ci }')).not.toThrow();
});

it('allows service accounts of the settings to trusted repositories', () => {
  const keys = 'service_account_name: deployer';
  const pods = { serviceAccounts: ['deployer'] };
  expect(() => check(keys, {}, true)).toThrow('does not allow the service account "deployer"');
  expect(() => check(keys, pods)).toThrow('needs a trusted repository');
  expect(() => check(keys, pods, true)).not.toThrow();
});

it('ignores resources', () => {
  expect(() => check('resources: { requests: { cpu: 1 } }')).not.toThrow();
});
