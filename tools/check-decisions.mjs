// Checks that each decision has a date, a status and a reason to reconsider it, and is in the list.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, say } from './setup.mjs';

const folder = 'docs/decisions';
const read = (name) => readFileSync(join(root, folder, name), 'utf8');
const list = read('README.md');
const needs = [
  [
    /^# \d+\. .+\n\nDecided on \d{4}-\d\d-\d\d; (in force|replaced by \[.+\]\(.+\))\.\n/,
    'no date and state',
  ],
  [/\bWhat would\s+change\s+our\s+mind: /, 'nothing that would change our mind'],
];
const problems = readdirSync(join(root, folder))
  .filter((name) => /^\d{4}-.+\.md$/.test(name))
  .flatMap((name) => {
    const text = read(name);
    const missing = needs.filter(([pattern]) => !pattern.test(text)).map(([, what]) => what);
    if (!list.includes(`](${name})`)) missing.push('no line in README.md');
    return missing.map((what) => `${name} has ${what}`);
  });
for (const problem of problems) say(`${folder}/${problem}`);
process.exit(problems.length === 0 ? 0 : 1);
