import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';

/** Modules that every page needs and that rarely change: one file, which stays in the cache after an upgrade. */
const baseModules =
  /node_modules\/(react|react-dom|react-router|scheduler|@tanstack\/(react-query|query-core))\/(?!.*queries)/i;
/** Icons and other modules that several pages wait for, each too small for a file of its own. */
const partModules =
  /node_modules\/lucide\/|src\/(api\/(build-counts|logs)|domain-ui\/(branch-state-view|placeholder-text|status-icon)|features\/starters\/load-starters|ui\/copy-button)\./;
/** Live updates, which every page loads right after its first paint. */
const liveModules =
  /src\/(api\/(event-stream|use-may-stream|stream-hub\/(open-stream|hub-client))|features\/announcement\/(announcement-queries|banner-messages)|app\/(announcement-banner|connection-(messages|notice)|throttle-events|use-(live-updates|new-version))|features\/repos\/repo-live-update|lib\/(new-version|typed-input)|stream\/index)\.tsx?$/;
/** With all that these import, the largest part of pages that have any. */
const dialogModules =
  /@base-ui\/react\/(dialog|alert-dialog)\/|src\/ui\/(dialog|dialog-form|confirm-dialog|delete-button|unsaved-guard)\./;
/** Our own modules. Left to themselves, small ones that pages share become dozens of files for a page to wait for. */
const ownModules = /(apps\/web|packages\/(contract|pipeline))\/src\//;
/** Parts of the page of a failed build. */
const failureModules =
  /src\/(screens\/failure-panel|features\/(failures\/failure-summary|build-page\/attempt-bar|console\/first-error))\./;
/** Parts of a build page that it loads once a log is shown. */
const logModules =
  /src\/(features\/console\/(alert-|log-search-bar)|domain-ui\/log-match-messages)/;
/** Modules that parts of the page of a build share, which load one after the other. */
const buildModules =
  /icons\/arrow-down\.|src\/(domain-ui\/build-messages|screens\/render-time-left|ui\/restart-failed|features\/(console\/(line-range|console-pane\.module|log-view\.module|messages)|failures\/messages|bisections\/messages|test-reports\/(messages|test-queries)|control-build\/(build-mutations|restart-failed-button)))/;
const server = 'http://127.0.0.1:8080';

export default defineConfig({
  // The page itself is not among them: the server writes its own facts into it.
  plugins: [
    react(),
    compression({
      algorithms: ['gzip', 'brotliCompress'],
      include: /\.(js|css|svg)$/,
      threshold: 512,
    }),
  ],
  resolve: {
    alias: {
      // The package's own build for browsers calls a module as a function and fails on longer texts.
      'adaptive-expressions': fileURLToPath(
        new URL('../../node_modules/adaptive-expressions/lib/index.js', import.meta.url),
      ),
      // The package's build for browsers needs a document; the worker that parses Markdown has none.
      'decode-named-character-reference': fileURLToPath(
        new URL('../../node_modules/decode-named-character-reference/index.js', import.meta.url),
      ),
      assert: fileURLToPath(new URL('src/features/cards/node-shims/assert.cjs', import.meta.url)),
      util: fileURLToPath(new URL('src/features/cards/node-shims/util.cjs', import.meta.url)),
      os: fileURLToPath(new URL('src/features/cards/node-shims/os.cjs', import.meta.url)),
    },
  },
  build: {
    target: ['chrome123', 'firefox121', 'safari17.5'],
    // Small files must not become data: URLs, which the served Content-Security-Policy refuses.
    assetsInlineLimit: 0,
    // Existing servers serve nothing else of a built interface.
    assetsDir: 'static',
    modulePreload: { polyfill: false },
    manifest: true,
    // Licences of the libraries must accompany the built interface.
    license: true,
    // The template language of cards is large, and loaded only with them.
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      // Timings of the build mean nothing to a person who starts Millrace.
      checks: { bundlerTimings: false },
      // Calls of the API that no page makes are left out.
      treeshake: { manualPureFunctions: ['defineCall', 'defineOwnedCall'] },
      output: {
        // The first file names all others, and hashes are what does not compress.
        entryFileNames: 'static/[name]-[hash:7].js',
        chunkFileNames: 'static/[name]-[hash:7].js',
        assetFileNames: 'static/[name]-[hash:6][extname]',
        codeSplitting: {
          groups: [
            { name: 'base', test: baseModules, tags: ['$initial'], priority: 8 },
            { name: 'common', tags: ['$initial'], priority: 7 },
            // A group takes what its modules import as well, unless a group before it has it.
            { name: 'live', test: liveModules, priority: 6 },
            { name: 'parts', test: partModules, minShareCount: 2, priority: 5 },
            { name: 'dialogs', test: dialogModules, priority: 4 },
            {
              name: 'shared',
              test: ownModules,
              maxModuleSize: 1800,
              minShareCount: 4,
              priority: 3,
            },
            { name: 'build', test: buildModules, priority: 2 },
            { name: 'failure', test: failureModules, priority: 1 },
            { name: 'log', test: logModules, priority: 1 },
          ],
        },
      },
    },
  },
  experimental: {
    // The page may be below a path, which the server writes into it. Scripts and styles find other files beside them.
    renderBuiltUrl: (_, { hostType }) => (hostType === 'html' ? undefined : { relative: true }),
  },
  server: {
    proxy: {
      '/api': { target: server, ws: true },
      '/login': server,
      '/logout': server,
      '/git': server,
      '/link': server,
    },
  },
});
