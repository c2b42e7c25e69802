// Usage: bundle-program.mjs FOLDER. Bundles `millrace` with nearly all of its imports into a few files. Tests
// start it some hundred times, and most of a start would be spent on finding and reading its 1,500 modules.
// Compiled code is cached beside the files for the next start.
import { rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { root } from './setup.mjs';

const folder = resolve(process.argv[2]);
/** Modules that stay outside of the bundle: they are loaded on demand, or need files beside them. */
const outside = /^(@aws-sdk\/|@fastify\/swagger|dockerode$|pg-native$)/;

/**
 * Keeps the paths of modules that read files beside them, and of worker threads, which start from their own
 * files.
 */
const places = {
  name: 'places',
  transform(code, importer) {
    if (importer.includes('node_modules')) return null;
    return code.replace(/new URL\('(\.[^']+)', import\.meta\.url\)/g, (_, path) => {
      const place = resolve(dirname(importer), path);
      if (!place.endsWith('.ts')) return `new URL('${pathToFileURL(place).href}')`;
      return `new URL(import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'chunk', id: place })})`;
    });
  },
};

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
  plugins: [places, http],
});
await bundle.write({
  dir: folder,
  banner: ({ isEntry }) => (isEntry ? keepCompiled : ''),
  entryFileNames: '[name].mjs',
  chunkFileNames: '[name]-[hash].mjs',
});
await bundle.close();
