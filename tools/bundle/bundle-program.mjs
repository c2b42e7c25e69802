// Bundles the program `millrace` with nearly all of its imports: finding and reading its 1,500 modules would take most of
// a start. Each command, and each client that most installations do not use, is a part that is loaded on demand.
import { rmSync } from 'node:fs';
import { rolldown } from 'rolldown';
import { root } from '../setup.mjs';
import { keepPlaces } from './keep-places.mjs';
import { writeLineMaps } from './line-maps.mjs';

/** Packages that stay outside of the bundle, because they need files beside them. */
const outside = /^(@fastify\/swagger(-ui)?|dockerode|@lydell\/node-pty|pg-native)$/;

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

/**
 * Writes `main.mjs` and its parts to a folder. Resolves with the parts, as rolldown describes them.
 *
 * @param toUrl returns the expression for the URL of a file that is not bundled
 * @param toSource returns the path of a source file for stack traces, relative to the folder
 * @param target version of Node
 */
export async function bundleProgram(folder, { toUrl, toSource, target }) {
  rmSync(folder, { recursive: true, force: true });
  const bundle = await rolldown({
    cwd: root,
    input: { main: 'apps/server/src/main.ts' },
    platform: 'node',
    ...(target ? { transform: { target } } : {}),
    external: (id) => outside.test(id),
    plugins: [keepPlaces(toUrl), http],
  });
  const { output } = await bundle.write({
    dir: folder,
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    sourcemap: true,
    comments: { legal: true, annotation: false, jsdoc: false },
  });
  await bundle.close();
  writeLineMaps(folder, toSource);
  return output.filter(({ type }) => type === 'chunk');
}
