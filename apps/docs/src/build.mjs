// Builds the documentation as a static site with a search, from the Markdown pages of `docs`: each page as HTML
// and as plain Markdown. Nothing is downloaded.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createApiTables, createOpenApi } from '@millrace/contract/openapi';
import { version } from '@millrace/node-kit/version';
import { createPipelineSchema } from '@millrace/pipeline';
import MiniSearch from 'minisearch';
import { rolldown } from 'rolldown';
import { findUses } from './find-uses.mjs';
import { layout } from './layout.mjs';
import { groups, leftOut } from './pages.mjs';
import { renderPage } from './render.mjs';
import { searchOptions } from './search-options.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../../..');
const source = join(root, 'docs');
const target = join(here, '../dist');

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });

const tables = createApiTables(findUses());
const names = listPages(source);
const pages = names.map((name) => {
  const markdown = fillTables(readFileSync(join(source, `${name}.md`), 'utf8'));
  return { name, markdown, ...renderPage(markdown, (url) => resolveLink(url, name)) };
});
const byName = new Map(pages.map((page) => [page.name, page]));
requireAllInNavigation();

for (const page of pages) {
  write(`${page.name}.md`, page.markdown);
  write(`${page.name}.html`, layout({ page, groups: navigation(), base: baseOf(page.name) }));
}
write('index.html', layout({ page: createStart(), groups: navigation(), base: baseOf('index') }));
write('search-index.json', JSON.stringify(createIndex()));
cpSync(join(source, 'images'), join(target, 'images'), { recursive: true });
writeJson('openapi.json', createOpenApi(version.version));
writeJson('pipeline-schema.json', createPipelineSchema());
write(
  'site.css',
  readFileSync(join(root, 'apps/web/src/ui/tokens.css'), 'utf8') +
    readFileSync(join(here, 'site.css'), 'utf8'),
);
await bundleSearch();

/** Lists the pages by their paths without an ending. */
function listPages(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((path) => path.endsWith('.md'))
    .map((path) => path.slice(0, -3))
    .filter((name) => !leftOut.has(name))
    .sort();
}

/** Fails if a page can be reached by its URL only. Decisions are listed by their own page. */
function requireAllInNavigation() {
  const listed = new Set(groups.flatMap((group) => group.pages));
  const unlisted = names.filter((name) => !listed.has(name) && !name.startsWith('decisions/'));
  const missing = [...listed].filter((name) => !byName.has(name));
  if (unlisted.length + missing.length === 0) return;
  throw new Error(`apps/docs/src/pages.mjs: ${[...unlisted, ...missing].join(', ')}`);
}

function navigation() {
  return groups.map(({ title, pages: listed }) => ({
    title,
    pages: listed.map((name) => ({ name, title: byName.get(name).title })),
  }));
}

function createStart() {
  const { html, title, sections } = renderPage(
    readFileSync(join(here, 'start.md'), 'utf8'),
    (url) => resolveLink(url, 'index'),
  );
  return { name: 'index', html, title, sections };
}

/** Returns the relative URL of the site's root from a page: the server may be below a path. */
function baseOf(name) {
  return '../'.repeat(name.split('/').length - 1) || './';
}

/** Resolves a link. Absolute paths lead to the server, relative ones to pages. Links to files outside of the documentation lead to the start page. */
function resolveLink(url, from) {
  const base = baseOf(from);
  if (url.startsWith('/')) return `${base}..${url}`;
  const [path, hash] = url.split('#');
  const to = posix.normalize(posix.join(posix.dirname(from), path));
  if (to.startsWith('..')) return base;
  const page = to.replace(/\.md$/, '');
  if (path.endsWith('.md') && !names.includes(page))
    throw new Error(`${from}: ${url} does not exist`);
  return `${base}${page}${hash ? `#${hash}` : ''}`;
}

/** Indexes each section of a page, so that a result leads to its heading. */
function createIndex() {
  const index = new MiniSearch(searchOptions);
  index.addAll(
    pages.flatMap((page) =>
      page.sections.map(({ id, title, text }, at) => ({
        id: `${page.name}${at === 0 ? '' : `#${id}`}`,
        title,
        page: page.title,
        text,
      })),
    ),
  );
  return index.toJSON();
}

async function bundleSearch() {
  const bundle = await rolldown({ input: join(here, 'search.mjs'), platform: 'browser' });
  await bundle.write({ file: join(target, 'search.js'), format: 'esm', minify: true });
  await bundle.close();
}

/** Puts tables that are made from the code in their places: `<!-- calls -->`. */
function fillTables(markdown) {
  return Object.entries(tables).reduce(
    (text, [name, table]) => text.replace(`<!-- ${name} -->`, () => table),
    markdown,
  );
}

function writeJson(path, value) {
  write(path, `${JSON.stringify(value, null, 2)}\n`);
}

function write(path, text) {
  const file = join(target, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  if (relative(target, file).startsWith('..')) throw new Error(`${path} is outside of the site`);
}
