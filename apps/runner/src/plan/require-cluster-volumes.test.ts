import { parsePipelineFile } from '@millrace/pipeline';
import { expect, it } from 'vitest';
import { defaultPodSettings, type PodSettings } from '../engines/kubernetes/pod-settings.ts';
import { requireClusterVolumes } from './require-cluster-volumes.ts';

const none = defaultPodSettings.mounts;

function check(volume: string, pods: Pick<PodSettings, 'mounts'> | undefined) {
  const source = `kind: pipeline\ntype: kubernetes\nvolumes: [{ name: data, ${volume} }]\nsteps: [{ name: a, image: b }]`;
  const [pipeline] = parsePipelineFile(source).pipelines;
  if (pipeline) requireClusterVolumes(pipeline, pods);
}

it.for([
  ['claim', 'CLAIMS'],
  ['config_map', 'CONFIG_MAPS'],
  ['secret', 'SECRETS'],
] as const)('allows a %s only if it is among those of the settings', ([kind, setting]) => {
  const volume = `${kind}: { name: shared }`;
  const message = `This runner does not allow "shared" as volumes[data].${kind} in pipeline files. Its MILLRACE_KUBERNETES_${setting} can allow it`;
  expect(() => check(volume, { mounts: none })).toThrow(message);
  expect(() => check(volume, { mounts: { ...none, [kind]: ['other', 'shared2'] } })).toThrow(
    message,
  );
  expect(() => check(volume, { mounts: { ...none, [kind]: ['other', 'shared'] } })).not.toThrow();
});

it.for([
  'claim: { name: a }',
  'config_map: { name: a }',
  'secret: { name: a }',
  'downward_api: {}',
])('rejects %s without a cluster', (volume) => {
  const [kind] = volume.split(':');
  const message = `volumes[data].${kind} works only on runners for Kubernetes`;
  expect(() => check(volume, undefined)).toThrow(message);
});

it.for(['temp: {}', 'host: { path: /srv }'])('ignores %s', (volume) => {
  expect(() => check(volume, undefined)).not.toThrow();
  expect(() => check(volume, { mounts: none })).not.toThrow();
});
