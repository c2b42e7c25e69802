// Usage: bundle-program.mjs FOLDER. Makes `millrace` in a few files with nearly all that it imports: tests
// start it some hundred times, and to find and read its 1,500 modules takes most of a start. What is
// compiled of them is kept beside them for the next start.
import { rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { root } from './setup.mjs';

const folder = resolve(process.argv[2]);
/** They are read only where they are needed, or have files of their own beside them. */
const outside = /^(@aws-sdk\/|@fastify\/swagger|dockerode$|pg-native$)/;

/** What a module finds beside it stays where it is; a thread starts from a file of its own. */
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

/** An import of it reads all that it has, also what Node only loads then: a whole client. */
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

const compiled = JSON.stringify(join(folder, 'compiled'));
const keepCompiled = `import { enableCompileCache } from 'node:module';enableCompileCache(${compiled});`;

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
