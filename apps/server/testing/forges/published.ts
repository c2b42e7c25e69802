import { createRequire } from 'node:module';

const folder = '../../../../tools/published-apis/package.json';

/** Opens the API descriptions published by forges. `npm test` installs them. */
export const requirePublished = createRequire(new URL(folder, import.meta.url));
