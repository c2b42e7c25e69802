import { fileURLToPath } from 'node:url';

/** `millrace` as its users start it: `main.ts` by itself has its types removed at every start. */
export const program = fileURLToPath(new URL('../main.mjs', import.meta.url));
