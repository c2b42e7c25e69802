import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** What every page needs and what rarely changes: one file, which a new version leaves in the cache. */
const baseModules =
  /node_modules\/(react|react-dom|react-router|scheduler|@tanstack\/(react-query|query-core))\//;
const server = 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react()],
  resolve: {
    alias: { 'zod/mini': fileURLToPath(new URL('src/api/schema-stub.ts', import.meta.url)) },
  },
  build: {
    target: ['chrome123', 'firefox121', 'safari17.5'],
    // Small files must not become data: URLs, which the served Content-Security-Policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'base', test: baseModules }] } },
    },
  },
  server: {
    proxy: { '/api': server, '/login': server, '/logout': server, '/git': server },
  },
  test: {
    name: 'web',
    include: ['src/**/*.test.{ts,tsx}'],
    environment: 'happy-dom',
  },
});
