import { formatSize } from '@millrace/contract/format-size';
import type { FolderEntry } from './report-files.ts';

const style = [
  ':root { color-scheme: light dark; font: 15px/1.6 system-ui, sans-serif }',
  'body { margin: 24px }',
  'h1 { font-size: 20px; overflow-wrap: anywhere }',
  'td { padding-right: 24px; overflow-wrap: anywhere }',
  'td + td { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums }',
].join('\n');

/** Returns a page that lists a folder without an `index.html`. It has no words, so that it needs no language. */
export function listingPage(path: string, entries: readonly FolderEntry[]): string {
  const title = escapeHtml(`/${path}`);
  const parent = path === '' ? [] : [rowOf('../', '../')];
  const rows = entries.map(({ name, size }) =>
    size === null
      ? rowOf(`./${encodeURIComponent(name)}/`, `${name}/`)
      : rowOf(`./${encodeURIComponent(name)}`, name, formatSize(size)),
  );
  return [
    '<!doctype html>',
    '<html>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width">',
    `<title>${title}</title>`,
    `<style>${style}</style>`,
    `<h1>${title}</h1>`,
    '<table>',
    ...parent,
    ...rows,
    '</table>',
    '',
  ].join('\n');
}

function rowOf(href: string, name: string, size = ''): string {
  return `<tr><td><a href="${escapeHtml(href)}">${escapeHtml(name)}</a></td><td>${size}</td></tr>`;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
