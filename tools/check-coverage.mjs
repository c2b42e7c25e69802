// Checks that every test listed in docs/specification-coverage.md exists.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, say } from './setup.mjs';
import { readTitles } from './test-titles.mjs';

const page = 'docs/specification-coverage.md';
const sections = 9;

function findProblem(proof) {
  const [file = '', title = ''] = proof.split(' › ');
  const path = join(root, file.startsWith('apps/') ? file : join('e2e', file));
  if (!existsSync(path)) return `there is no file ${file}`;
  const exists = readTitles(path).some((pattern) => pattern.test(title));
  return exists ? null : `${file} has no test "${title}"`;
}

const text = readFileSync(join(root, page), 'utf8');
const rows = text.split('\n').filter((line) => /^\| (?!requirement|---)/.test(line));
const proofs = rows.flatMap((row) =>
  [...row.matchAll(/`([^`]+ › [^`]+)`/g)].map(([, proof]) => proof),
);
const problems = [
  ...rows.filter((row) => !/ › |\| open \|$/.test(row)).map((row) => `without a proof: ${row}`),
  ...Array.from({ length: sections }, (_, index) => index + 1)
    .filter((section) => !text.includes(`\n## ${section}. `))
    .map((section) => `section ${section} is left out`),
  ...proofs.map(findProblem).filter((problem) => problem !== null),
];
for (const problem of problems) say(`${page}: ${problem}`);
const open = rows.filter((row) => row.endsWith('| open |')).length;
say(`${rows.length} requirements, ${new Set(proofs).size} tests, ${open} open`);
process.exit(problems.length === 0 ? 0 : 1);
