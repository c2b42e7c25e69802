import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { type PageConfig, pageConfigId } from '@millrace/contract/api';
import { root } from '../program.ts';

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

interface WebFile {
  type: string;
  body: Buffer;
}

const dist = join(root, 'apps/web/dist');
let cache: { page: string; files: Map<string, WebFile> } | undefined;

/** The built UI, read once, so that a concurrent build does not remove files that a test needs. */
function readDist() {
  if (cache) return cache;
  const files = new Map<string, WebFile>();
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    const type = types[extname(name)];
    if (type) files.set(`/${name}`, { type, body: readFileSync(join(dist, name)) });
  }
  cache = { page: readFileSync(join(dist, 'index.html'), 'utf8'), files };
  return cache;
}

export function findFile(path: string): WebFile | undefined {
  return readDist().files.get(path);
}

/** Returns the page with the settings of its server, if given, as the real server writes it. */
export function pageWith(config: PageConfig | null): string {
  if (!config) return readDist().page;
  const json = JSON.stringify(config).replaceAll('<', '\\u003c');
  const block = `<script type="application/json" id="${pageConfigId}">${json}</script>`;
  return readDist().page.replace('<!--millrace-config-->', block);
}
