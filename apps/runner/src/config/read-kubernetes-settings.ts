import { type Environment, readSetting } from '@millrace/node-kit/settings/read-settings';
import { StartError } from '@millrace/node-kit/start-error';
import { isImageName } from '@millrace/pipeline/image-name';
import {
  type ClusterType,
  clusterTypes,
  type KubernetesSettings,
} from '../engines/kubernetes/kubernetes-settings.ts';
import { readPodSettings } from './read-pod-settings.ts';
import { kubernetesSettings as rows } from './settings/kubernetes-settings.ts';

/** Returns undefined if no namespace is set. Throws {@link StartError} that names the invalid variable. */
export function readKubernetesSettings(env: Environment): KubernetesSettings | undefined {
  const namespace = readSetting(env, rows.namespace);
  if (namespace === undefined) return undefined;
  const image = readSetting(env, rows.image);
  if (!isImageName(image)) {
    throw new StartError(
      `${rows.image.name} must be the name of the image of Millrace in your registry, not "${image}".`,
    );
  }
  return {
    namespace,
    image,
    types: readSetting(env, rows.types).map(toType),
    startMinutes: readSetting(env, rows.startMinutes),
    owner: readOwner(env),
    pods: readPodSettings(env),
  };
}

function toType(text: string): ClusterType {
  const type = clusterTypes.find((candidate) => candidate === text);
  if (type) return type;
  throw new StartError(`${rows.types.name} must be kubernetes, docker or both, not "${text}".`);
}

function readOwner(env: Environment): KubernetesSettings['owner'] {
  const name = readSetting(env, rows.pod);
  const uid = readSetting(env, rows.podUid);
  if (name === undefined && uid === undefined) return undefined;
  if (name !== undefined && uid !== undefined) return { name, uid };
  throw new StartError(`${rows.pod.name} and ${rows.podUid.name} must be set together.`);
}
