import { StartError } from '@millrace/node-kit/start-error';
import { isImageName } from '@millrace/pipeline/image-name';
import {
  type ClusterType,
  clusterTypes,
  type KubernetesSettings,
} from '../engines/kubernetes/kubernetes-settings.ts';
import { readPodSettings } from './read-pod-settings.ts';
import type { ReadVariable } from './read-variable.ts';

const defaultStartMinutes = '10';
const maxStartMinutes = 24 * 60;

/** Returns undefined if no namespace is set. Throws {@link StartError} that names the invalid variable. */
export function readKubernetesSettings(read: ReadVariable): KubernetesSettings | undefined {
  const namespace = read('MILLRACE_KUBERNETES_NAMESPACE', '').trim();
  if (namespace === '') return undefined;
  if (!/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(namespace)) {
    throw new StartError(`MILLRACE_KUBERNETES_NAMESPACE must be a namespace, not "${namespace}".`);
  }
  const image = read('MILLRACE_KUBERNETES_IMAGE', '').trim();
  if (!isImageName(image)) {
    throw new StartError(
      `MILLRACE_KUBERNETES_IMAGE must be the name of the image of Millrace in your registry, not "${image}".`,
    );
  }
  return {
    namespace,
    image,
    types: readTypes(read),
    startMinutes: readStartMinutes(read),
    owner: readOwner(read),
    pods: readPodSettings(read),
  };
}

function readTypes(read: ReadVariable): ClusterType[] {
  const name = 'MILLRACE_KUBERNETES_TYPES';
  const texts = read(name, 'kubernetes').split(',');
  return texts.map((text) => {
    const type = clusterTypes.find((candidate) => candidate === text.trim());
    if (type) return type;
    throw new StartError(`${name} must be kubernetes, docker or both, not "${text}".`);
  });
}

function readStartMinutes(read: ReadVariable): number {
  const name = 'MILLRACE_KUBERNETES_START_MINUTES';
  const text = read(name, defaultStartMinutes);
  const minutes = Number(text);
  if (Number.isInteger(minutes) && minutes >= 1 && minutes <= maxStartMinutes) return minutes;
  throw new StartError(
    `${name} must be a whole number from 1 to ${maxStartMinutes}, not "${text}".`,
  );
}

function readOwner(read: ReadVariable): KubernetesSettings['owner'] {
  const name = read('MILLRACE_KUBERNETES_POD', '').trim();
  const uid = read('MILLRACE_KUBERNETES_POD_UID', '').trim();
  if (name === '' && uid === '') return undefined;
  if (name !== '' && uid !== '') return { name, uid };
  throw new StartError(
    'MILLRACE_KUBERNETES_POD and MILLRACE_KUBERNETES_POD_UID must be set together.',
  );
}
