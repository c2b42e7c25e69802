import { createRequire } from 'node:module';

const folder = '../../../../tools/published-apis/package.json';

/** Opens what source hosts publish of their APIs; `npm test` installs it. */
export const requirePublished = createRequire(new URL(folder, import.meta.url));
