import { fileURLToPath } from 'node:url';

/** Path of the program: the bundle that `npm test` builds, as users start it, or the checkout. */
export const program =
  process.env.MILLRACE_TEST_PROGRAM ??
  fileURLToPath(new URL('../../../apps/server/src/main.ts', import.meta.url));

const { PATH = '', DOCKER_HOST } = process.env;

/** Environment that a program inherits from the tests: paths of its tools and its Docker engine. */
export const machineEnv = { PATH, ...(DOCKER_HOST ? { DOCKER_HOST } : {}) };
