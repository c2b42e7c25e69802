import type { LogAddress } from './engine/open-log.ts';

/** The name of a downloaded log. */
export function logFileName({ namespace, name, build, stage, step }: LogAddress): string {
  return `${namespace}-${name}-${build}-${stage}-${step}.log`;
}
