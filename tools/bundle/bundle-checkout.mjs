// Usage: bundle-checkout.mjs FOLDER. Bundles the program for this checkout, where it finds the files that it needs.
// Compiled code is cached beside it for the next start.
import { writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleProgram } from './bundle-program.mjs';

/** The folder may be renamed. */
const start = `import { enableCompileCache } from 'node:module';

enableCompileCache(\`\${import.meta.dirname}/compiled\`);
process.setSourceMapsEnabled(true);
await import('./main.mjs');
`;

const folder = resolve(process.argv[2]);
await bundleProgram(folder, {
  toUrl: (place) => `new URL('${pathToFileURL(place).href}')`,
  toSource: (place) => relative(folder, place),
});
writeFileSync(join(folder, 'millrace.mjs'), start);
