// The client commands come in a few files: people and hooks start them often, and finding and reading their modules
// would take most of the time.
import { join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { keepPlaces } from '../keep-places.mjs';
import { root } from '../setup.mjs';

const main = 'apps/cli/src/main.ts';
const list = 'apps/cli/src/client-commands.ts';
/** Modules that the bundled commands start from. The others start from the separate modules of the package. */
const commands = ['lint', 'plan', 'why'].map((name) => `./commands/${name}.ts`);
/** Modules that are loaded on demand, and are in the package. */
const outside = /^(dockerode$|@aws-sdk\/)/;

/** Modules of every bundled command. */
const language =
  /packages\/(pipeline|node-kit)\/|node_modules\/(js-)?yaml\/|build-host\/src\/conversion\/languages|cli\/src\/(client-commands|commands\/exec\/exec-help|command-line\/(say|command|help-text|run-program|read-(args|input|pipeline-folder)))\.ts/;

/** Writes `main.js` and the files that it loads to a folder of the package. */
export async function bundleClient(folder, target) {
  const bundle = await rolldown({
    cwd: root,
    input: { main },
    platform: 'node',
    transform: { target },
    external: (id) => outside.test(id),
    plugins: [onlyClientCommands, keepPlaces(toUrl)],
  });
  await bundle.write({
    dir: folder,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    // Each file takes about a millisecond.
    codeSplitting: { groups: [{ name: 'language', test: language }] },
    comments: { legal: true, annotation: false, jsdoc: false },
  });
  await bundle.close();
}

/** Leaves out the commands that `millrace.js` never starts from here. */
const onlyClientCommands = {
  name: 'only-client-commands',
  resolveId(id, importer, { kind }) {
    const isLeftOut =
      kind === 'dynamic-import' && importer === join(root, list) && !commands.includes(id);
    return isLeftOut ? { id, external: true } : null;
  },
};

/** Returns the URL of a file of the package. */
function toUrl(place) {
  return `new URL('../${relative(root, place)}', import.meta.url)`;
}
