import { writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { describeSkipped, groupBy } from './summary.mjs';

const slowest = 20;

/** Writes the results of a test run as a Markdown page. */
export function writeDeepReport(file, { startedAt, groups, summary }) {
  const { files, tests, failures, counts } = summary;
  const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1);
  const skipped = describeSkipped(tests.filter(({ status }) => status === 'skipped'));
  const text = [
    '# Deep test run',
    `${counts}.`,
    `Started ${new Date(startedAt).toISOString()}, took ${minutes} minutes on ${cpus().length} processors ` +
      `with ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}.`,
    '## Failed',
    listOf(failures.map(({ name, command }) => (command ? `${name}\n  \`${command}\`` : name))),
    '## Time',
    table(
      ['group', 'seconds', 'processor seconds'],
      groups.map(({ name, wallSeconds, processorSeconds }) => [
        name,
        wallSeconds.toFixed(0),
        processorSeconds?.toFixed(0) ?? 'unknown',
      ]),
    ),
    '## Folders',
    table(['folder', 'files', 'passed', 'failed', 'skipped', 'seconds'], rowsOfFolders(files)),
    '## Skipped',
    listOf(skipped.map((line) => line.replace(/^skipped: /, ''))),
    `## The ${slowest} slowest files`,
    table(
      ['file', 'project', 'tests', 'seconds'],
      files
        .toSorted((a, b) => b.seconds - a.seconds)
        .slice(0, slowest)
        .map(({ path, project, tests, seconds }) => [
          path,
          project,
          tests.length,
          seconds.toFixed(1),
        ]),
    ),
  ].join('\n\n');
  writeFileSync(file, `${text}\n`);
}

/** Returns the folder shown in the report: `apps/server`, `e2e/screens`. */
const folderOf = ({ path }) => path.split('/').slice(0, 2).join('/');

function rowsOfFolders(files) {
  const folders = [...groupBy(files, folderOf)];
  return folders
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([folder, of]) => {
      const tests = of.flatMap((file) => file.tests);
      const count = (status) => tests.filter((test) => test.status === status).length;
      const seconds = of.reduce((sum, file) => sum + file.seconds, 0);
      const counts = ['passed', 'failed', 'skipped'].map(count);
      return [folder, of.length, ...counts, seconds.toFixed(0)];
    });
}

function listOf(rows) {
  return rows.length === 0 ? 'Nothing.' : rows.map((row) => `- ${row}`).join('\n');
}

function table(head, rows) {
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
}
