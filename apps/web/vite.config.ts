import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';

/** Modules that every page needs and that rarely change: one file, which stays in the cache after an upgrade. */
const baseModules =
  /node_modules\/(react|react-dom|react-router|scheduler|@tanstack\/(react-query|query-core))\/(?!.*queries)/i;
/** Icons that several pages share. Without a group of their own, they would be part of the dialogs. */
const iconModules = /node_modules\/lucide\//;
/** With all that these import, the largest part of pages that have any. */
const dialogModules =
  /@base-ui\/react\/(dialog|alert-dialog)\/|src\/ui\/(dialog|dialog-form|confirm-dialog|delete-button|unsaved-guard)\./;
/** Menus, with all that these import: without a group of their own, they would be part of a page that has any. */
const menuModules = /@base-ui\/react\/menu\//;
/** Fields with suggestions, and the bar of filters that has one: pages of builds have neither. */
const filterModules =
  /src\/(ui\/(combobox|use-combobox|position-list|use-active-option)|api\/(branch-search|repo-suggestions)|lib\/has-text|features\/find-builds\/(branch-filter|build-filter-bar|choice-select|labelled-field|words-field)\.)/;
const ownModules = /(apps\/web|packages\/(contract|pipeline))\/src\//;
/** Access tokens, with their texts: pages of builds have none. */
const tokenModules = /src\/(features\/access-tokens\/|lib\/i18n\/[\w-]*access-token)/;
/** The audit log, with its texts. */
const auditModules = /src\/(features\/audit\/|lib\/i18n\/[\w-]*audit)/;
/** Pages of System Administration, except accounts and the audit log. */
const adminModules =
  /src\/(features\/(queue|runners|all-repos|jobs|system)\/|screens\/admin-screen|lib\/i18n\/[\w-]*admin)/;
/** Retention and pins, with their texts and icons. */
const retentionModules =
  /src\/(features\/retention\/|lib\/i18n\/[\w-]*retention|retention\.)|lucide\/.*\/pin(-off)?\./;
/** Searches for commits, with their texts. */
const bisectionModules = /src\/(api\/bisections|features\/bisections\/|lib\/i18n\/[\w-]*bisection)/;
/** Terminals, with their texts, but not the terminal itself. */
const terminalModules =
  /src\/(terminals\.|api\/terminals|features\/terminals\/(?!terminal-view)|lib\/i18n\/[\w-]*terminal)/;
/** Parts of tables that only System Administration and notifications have. */
const tableModules = /src\/(domain-ui\/live-table|ui\/row-actions)\./;
/** Caches, with their texts. */
const cacheModules = /src\/(features\/caches\/|lib\/i18n\/[\w-]*cache)/;
/** Notifications, with their texts. */
const notificationModules = /src\/(features\/notifications\/|lib\/i18n\/[\w-]*notification)/;
/** Secrets and registries, with their calls, texts and the fields that notifications have too. */
const secretModules =
  /src\/(features\/(secrets|registries)\/|api\/(secrets|registries|owned-call|call-owned|owner)\.|lib\/i18n\/[\w-]*(secret|registr)|domain-ui\/event-choice|ui\/field-group)/;
const pageModules = [
  filterModules,
  tokenModules,
  auditModules,
  adminModules,
  retentionModules,
  tableModules,
  notificationModules,
  secretModules,
  cacheModules,
  bisectionModules,
  terminalModules,
];
const isPart = (id: string) =>
  ownModules.test(id) && !pageModules.some((modules) => modules.test(id));
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
        codeSplitting: {
          // Left to themselves, small modules that pages share become dozens of files for a page to wait for.
          groups: [
            { name: 'base', test: baseModules, priority: 6 },
            { name: 'common', tags: ['$initial'], priority: 5 },
            { name: 'icons', test: iconModules, minShareCount: 2, priority: 3 },
            { name: 'dialogs', test: dialogModules, priority: 2 },
            { name: 'menus', test: menuModules, priority: 2 },
            { name: 'parts', test: isPart, maxModuleSize: 2000, minShareCount: 2, priority: 1 },
            // A group takes what its modules import as well, unless a group before it has it.
            { name: 'filters', test: filterModules, minShareCount: 2 },
            { name: 'access-tokens', test: tokenModules, minShareCount: 2 },
            { name: 'tables', test: tableModules, minShareCount: 2, priority: 1 },
            { name: 'admin', test: adminModules },
            { name: 'audit', test: auditModules, minShareCount: 2 },
            { name: 'notifications', test: notificationModules },
            { name: 'secrets', test: secretModules },
            { name: 'caches', test: cacheModules },
            { name: 'bisections', test: bisectionModules, minShareCount: 2 },
            { name: 'terminals', test: terminalModules, minShareCount: 2 },
            { name: 'retention', test: retentionModules, minShareCount: 2, priority: 4 },
          ],
        },
      },
    },
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
