// Prepares what tests need: installed packages, built files, programs, and a Docker engine.
import { ensureDocker } from '../docker.mjs';
import {
  ensureChromium,
  ensureDocs,
  ensureOldestNode,
  ensurePostgres,
  ensureProgram,
  ensurePublishedApis,
  ensureWebBuild,
} from '../setup.mjs';
import { ensureTestPackages, ensureTestPrograms } from '../test-programs.mjs';

/** Needs of all tests. */
export const allNeeds = (isDeep) => ({
  web: true,
  docs: true,
  program: true,
  publishedApis: true,
  postgres: true,
  oldestNode: isDeep,
  chromium: true,
  docker: true,
  isProgramNeeded: () => true,
});

/** Installs packages that have their own lockfile. May run before the dependencies are installed. */
export async function installBeside(needs) {
  await Promise.all([
    needs.publishedApis && ensurePublishedApis(),
    needs.postgres && ensurePostgres(),
    needs.oldestNode && ensureOldestNode(),
  ]);
}

/** Builds the web UI, the documentation and `millrace`. Returns variables for the tests. */
export async function build(needs) {
  const [, , program] = await Promise.all([
    needs.web && ensureWebBuild(),
    needs.docs && ensureDocs(),
    needs.program && ensureProgram(),
  ]);
  return program ? { MILLRACE_TEST_PROGRAM: program } : {};
}

/** Provides programs and a Docker engine for a run. Returns variables for the tests, and the engine. */
export async function provide(needs, run, isDeep) {
  const [chromium, programs, docker] = await Promise.all([
    needs.chromium ? ensureChromium() : undefined,
    ensureTestPrograms(isDeep, needs.isProgramNeeded),
    needs.docker ? ensureDocker(run) : { env: {}, stop: async () => {} },
    ensureTestPackages(isDeep, needs.isProgramNeeded),
  ]);
  const env = { ...docker.env, ...programs, ...(chromium ? { MILLRACE_CHROMIUM: chromium } : {}) };
  return { env, docker };
}
