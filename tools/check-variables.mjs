// Checks that docs/configuration.md and docs/runners.md list every variable that the server and the runner
// read.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, say } from './setup.mjs';

const folders = ['apps/server/src/config', 'apps/runner/src/config'];
const pages = ['docs/configuration.md', 'docs/runners.md'];
/** Variables that the server sets for its own child process. */
const internal = new Set(['MILLRACE_SECRETS_FILE']);
const read = (path) => readFileSync(join(root, path), 'utf8');

const listed = spawnSync('git', ['ls-files', '--', ...folders], { cwd: root, encoding: 'utf8' });
const files = listed.stdout.split('\n').filter((file) => /(?<!\.test)\.ts$/.test(file));
const mentioned = files.flatMap((file) => read(file).match(/\bMILLRACE_[A-Z0-9_]+/g) ?? []);
/** Prefixes of names that code composes, such as `MILLRACE_ARTIFACT_${name}`. */
const prefixes = new Set(mentioned.filter((name) => name.endsWith('_')));
const used = new Set(mentioned).difference(prefixes);
/** First columns of the tables. */
const rows = pages.flatMap((page) => read(page).match(/^\| `MILLRACE_.*?` \|/gm) ?? []).join('\n');
const documented = new Set(rows.match(/MILLRACE_[A-Z0-9_]+/g));

const undocumented = used.difference(documented).difference(internal);
const unused = [...documented.difference(used)].filter(
  (name) => ![...prefixes].some((prefix) => name.startsWith(prefix)),
);
const problems = [
  ...[...undocumented].map((name) => `${name} is not in a table of ${pages.join(' or ')}`),
  ...unused.map((name) => `${name} is documented but not used`),
];
for (const problem of problems) say(problem);
process.exit(problems.length === 0 && files.length > 0 ? 0 : 1);
