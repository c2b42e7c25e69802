import { byteSizePattern } from '../byte-size.ts';
import { mapOf, numberLike } from './json-schema.ts';

export const size = (description: string) => numberLike(description, 'number', byteSizePattern);

/** Thousandths of a core, optionally with the unit of Kubernetes. */
export const cpuPattern = /^\d+(?:\.0+)?m?$/;

export const amountsShape = mapOf('Amounts', {
  cpu: numberLike('Thousandths of a core: 500 is half a core', 'integer', cpuPattern),
  memory: size('Memory, such as 512MiB'),
});

export const resourcesShape = mapOf('CPU and memory on a runner for Kubernetes', {
  requests: { ...amountsShape, description: 'Amounts that a node must have free' },
  limits: { ...amountsShape, description: 'Maximum amounts; only of a step' },
});
