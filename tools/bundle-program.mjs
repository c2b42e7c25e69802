// Usage: bundle-program.mjs FOLDER. Bundles `millrace` with nearly all of its imports into a few files. Tests
// start it some hundred times, and most of a start would be spent on finding and reading its 1,500 modules.
// Compiled code is cached beside the files for the next start.
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { keepPlaces } from './keep-places.mjs';
import { root } from './setup.mjs';

const folder = resolve(process.argv[2]);
/** Modules that stay outside of the bundle: they are loaded on demand, or need files beside them. */
const outside = /^(@aws-sdk\/|@fastify\/swagger|dockerode$|pg-native$)/;

/** Replaces `node:http` by its eager exports, because loading all of them would load a whole client. */
const http = {
  name: 'http',
  resolveId(id, _importer, { kind }) {
    return kind === 'import-statement' && /^(node:)?http$/.test(id) ? '\0http' : null;
  },
  load(id) {
    if (id !== '\0http') return null;
    const own = Object.entries(Object.getOwnPropertyDescriptors(process.getBuiltinModule('http')));
    const names = own.filter(([, { get }]) => !get).map(([name]) => name);
    return `const http = process.getBuiltinModule('http');
      export default http;
      export const { ${names} } = http;`;
  },
};

// The folder may be renamed.
const keepCompiled = `import { enableCompileCache } from 'node:module';
enableCompileCache(import.meta.dirname + '/compiled');`;

rmSync(folder, { recursive: true, force: true });
const bundle = await rolldown({
  cwd: root,
  input: { millrace: 'apps/server/src/main.ts' },
  platform: 'node',
  external: (id) => outside.test(id),
  plugins: [keepPlaces((place) => `new URL('${pathToFileURL(place).href}')`), http],
});
await bundle.write({
  dir: folder,
  banner: ({ isEntry }) => (isEntry ? keepCompiled : ''),
  entryFileNames: '[name].mjs',
  chunkFileNames: '[name]-[hash].mjs',
});
await bundle.close();
