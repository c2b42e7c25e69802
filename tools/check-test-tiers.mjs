// Checks that every test file belongs to a tier: it runs on every change, or only in the deep run
// (`.deep.test.ts`).
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { testsOfSqlite, testsOnPostgres } from '../apps/server/testing/tests-on-postgres.ts';
import { root, say } from './setup.mjs';
import { browserTests, deepOnly, unitTests } from './test-tiers.ts';

/** File names that people would take for tests. */
const testFile = /\.(tests?|specs?)\.[cm]?[jt]sx?$/;
/** Parts allowed in a file name before `.test.ts`. */
const knownParts = ['postgres', 'property', 'deep'];
const patterns = [...Object.values(unitTests), ...Object.values(browserTests)];

function findProblem(path) {
  if (!patterns.some((pattern) => matchesGlob(path, pattern)))
    return 'belongs to no project of vitest or Playwright';
  const [, ...parts] = path.slice(path.lastIndexOf('/') + 1).split('.');
  const unknown = parts.slice(0, -2).find((part) => !knownParts.includes(part));
  return unknown && `has "${unknown}" in its name, which is not a tier`;
}

const listed = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
});
const files = listed.stdout.split('\n').filter((path) => testFile.test(path));
const problems = files
  .map((path) => [path, findProblem(path)])
  .filter(([, problem]) => problem !== undefined);
for (const name of [...testsOfSqlite, ...testsOnPostgres]) {
  const path = `apps/server/src/${name}.test.ts`;
  if (!existsSync(join(root, path)))
    problems.push([path, 'is listed in tests-on-postgres.ts, but does not exist']);
}
for (const [path, problem] of problems) say(`${path} ${problem}`);
const deep = files.filter((path) => matchesGlob(path, deepOnly)).length;
say(`${files.length - deep} test files on every change, ${deep} only in the deep run`);
process.exit(problems.length === 0 && files.length > 0 ? 0 : 1);
