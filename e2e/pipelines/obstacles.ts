import { existsSync } from 'node:fs';
import type { findDockerHost } from '@millrace/test-support/docker-host';
import { findContainerProblem } from '@millrace/test-support/docker-host';
import { registryProgram } from './registry.ts';
import type { Scenario } from './scenario.ts';

/** Creates a function that returns why a scenario cannot run on this machine. */
export async function createObstacles(docker: Awaited<ReturnType<typeof findDockerHost>>) {
  /** Privileged containers may be forbidden if the engine itself runs in a container. */
  const privilegeProblem =
    typeof docker === 'string' ? docker : await findContainerProblem(docker, { Privileged: true });
  const registryProblem = existsSync(registryProgram)
    ? undefined
    : `${registryProgram} is not installed; it is part of Debian's package docker-registry`;
  return ({ needsDocker, givens, text }: Scenario): string | undefined => {
    if (!needsDocker) return undefined;
    if (typeof docker === 'string') return docker;
    if (/^ +privileged: true$/m.test(text) && privilegeProblem) return privilegeProblem;
    return givens.includes('registry') ? registryProblem : undefined;
  };
}
