import type { LogAddress } from './engine/open-log.ts';

/** Returns the file name for a downloaded log. */
export function logFileName({ namespace, name, build, stage, step, attempt }: LogAddress): string {
  const run = attempt ? `${build}.${attempt}` : build;
  return `${namespace}-${name}-${run}-${stage}-${step}.log`;
}
