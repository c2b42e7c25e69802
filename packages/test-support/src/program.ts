import { fileURLToPath } from 'node:url';

/**
 * `millrace` as its users start it (`main.ts` by itself has its types removed at every start), or the
 * bundle that `npm test` makes of it.
 */
export const program =
  process.env.MILLRACE_TEST_PROGRAM ??
  fileURLToPath(new URL('../../../apps/server/src/main.mjs', import.meta.url));
