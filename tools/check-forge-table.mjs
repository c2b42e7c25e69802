// Checks that the table in docs/forges.md lists the situations of the conformance tests. With `--write`,
// runs the tests (MILLRACE_TEST_GITEA names a Gitea) and updates the table with their results.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bin, root, runNode, say } from './setup.mjs';
import { readTitles } from './test-titles.mjs';

const page = join(root, 'docs', 'forges.md');
const folder = 'apps/server/src/forges/conformance';
const [start, end] = ['<!-- made by the tests: -->\n', '<!-- until here -->\n'];
/** Titles of all situations and of their groups. */
const titles = readdirSync(join(root, folder, 'situations')).flatMap((file) =>
  readTitles(join(root, folder, 'situations', file)),
);
/** Forge under test; all others are stubs checked against the published API. */
const what = { 'Built in': 'itself', Gitea: 'a real one' };

/** Splits test titles into forge, group and situation. */
function splitTitles(titles) {
  const [situation, part, forge] = titles.toReversed();
  return { forge, part, situation };
}

async function playSituations() {
  const reports = mkdtempSync(join(tmpdir(), 'millrace-forges-'));
  const report = join(reports, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  await runNode([bin('vitest'), 'run', '--project', 'server', ...reporters, folder]);
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  rmSync(reports, { recursive: true });
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .map(({ ancestorTitles, title, status }) => ({
      ...splitTitles([...ancestorTitles, title]),
      status,
    }))
    .filter(({ forge, part }) => forge && titles.some((known) => known.test(part)));
}

const marks = { passed: '✓', failed: '✗' };

function writeTable(played) {
  const forges = [...new Set(played.map(({ forge }) => forge))].sort();
  const rows = new Map();
  for (const { forge, part, situation, status } of played) {
    const name = `${part}: ${situation}`.replaceAll('|', '\\|');
    rows.set(name, { ...rows.get(name), [forge]: marks[status] ?? 'not run' });
  }
  const heads = forges.map((forge) => `${forge} (${what[forge] ?? 'imitated'})`);
  return [
    ['situation', ...heads],
    ['---', ...forges.map(() => '---')],
    ...[...rows].map(([name, marksOf]) => [name, ...forges.map((forge) => marksOf[forge] ?? '–')]),
  ]
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('');
}

const text = readFileSync(page, 'utf8');
const [before = '', rest = ''] = text.split(start);
const [table = '', after = ''] = rest.split(end);
if (process.argv.includes('--write')) {
  const made = writeTable(await playSituations());
  writeFileSync(page, `${before}${start}\n${made}\n${end}${after}`);
  process.exit(made.includes('✗') ? 1 : 0);
}
const rows = [...table.matchAll(/^\| (.*?) \| /gm)].map(([, name]) => name).slice(2);
/** Formats `group: situation`. */
const written = new Set(rows.flatMap((row) => row.split(/: (.*)/)).filter((title) => title));
const missing = titles.filter((title) => ![...written].some((name) => title.test(name)));
const gone = [...written].filter((name) => !titles.some((title) => title.test(name)));
for (const title of missing) say(`docs/forges.md lacks: ${title.source}`);
for (const name of gone) say(`docs/forges.md has a row without a test: ${name}`);
if (missing.length + gone.length > 0) say('Run npm run forge-table to update it.');
process.exit(missing.length + gone.length === 0 ? 0 : 1);
