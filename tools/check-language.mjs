// Rejects wordings that are not plain technical English in folders that are finished, and counts them in
// the rest. `node tools/check-language.mjs FOLDER` lists those of one folder.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findIdioms } from './plain-english.ts';
import { root, say } from './setup.mjs';

/** Folders and files that allow no finding. In the end, every folder is here. */
const finished = [
  '.ci',
  'apps/runner',
  'bench',
  'deploy',
  'e2e/support',
  'packages/contract',
  'tools',
];
/** They quote texts that cannot change, or list the wordings themselves. */
const exempt = [
  'CHANGELOG.md',
  'docs/specification-coverage.md',
  'tools/plain-english.ts',
  'tools/plain-english.test.ts',
];
const sources = [
  'ts',
  'tsx',
  'mjs',
  'cjs',
  'js',
  'css',
  'go',
  'sh',
  'yml',
  'md',
  'json',
  'service',
];
const isIn = (file, folder) => file === folder || file.startsWith(`${folder}/`);

const git = ['ls-files', '--cached', '--others', '--exclude-standard', '--'];
const listed = spawnSync('git', [...git, ...sources.map((end) => `*.${end}`)], {
  cwd: root,
  encoding: 'utf8',
});
const files = listed.stdout
  .split('\n')
  .filter((file) => file !== '' && !exempt.includes(file) && !file.endsWith('package-lock.json'));

const [shown] = process.argv.slice(2);
const counts = new Map();
let failed = 0;
for (const file of files) {
  const findings = findIdioms(readFileSync(join(root, file), 'utf8'));
  const isFinished = finished.some((folder) => isIn(file, folder));
  if (isFinished) failed += findings.length;
  else {
    const folder = dirname(file).split('/').slice(0, 2).join('/');
    counts.set(folder, (counts.get(folder) ?? 0) + findings.length);
  }
  if (!isFinished && !(shown && isIn(file, shown))) continue;
  for (const { line, text, instead } of findings) say(`${file}:${line} "${text}": ${instead}`);
}

for (const [folder, count] of counts) if (count > 0) say(`${folder}: ${count} to rewrite`);
say(`${failed} in finished folders`);
process.exit(failed === 0 && files.length > 0 ? 0 : 1);
