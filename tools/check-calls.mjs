// Compares apps/web/calls-and-screens.md with the API: for every call, the page must list the file of the UI
// that makes it, or the reason why the UI does not make it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as api from '@millrace/contract/api';
import { readOr, root, say } from './setup.mjs';

const page = 'apps/web/calls-and-screens.md';
const none = '–';

const calls = new Map(Object.entries(api).filter(([, value]) => value?.method && value.path));
/** Names of calls that exist for each kind of owner, such as `secretCalls.list`, by endpoint. */
const owned = new Map(
  Object.entries(api).flatMap(([group, value]) =>
    Object.entries(value ?? {}).flatMap(([name, endpoints]) =>
      Array.isArray(endpoints) ? endpoints.map((endpoint) => [endpoint, `${group}.${name}`]) : [],
    ),
  ),
);
const rows = new Map(
  readFileSync(join(root, page), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, name, ...cells] = line.split('|').map((cell) => cell.trim());
      return name?.startsWith('`') ? [[unquote(name), cells]] : [];
    }),
);

const problems = [];
for (const [name, endpoint] of calls) {
  const { method, path } = endpoint;
  const [route, file = '', note = ''] = rows.get(name) ?? [];
  if (route === undefined) problems.push(`${name} has no row`);
  else if (route !== `${method} \`${path}\``) problems.push(`${name} is ${method} ${path}`);
  else if (note === '')
    problems.push(`${name} has no note about its place in the UI, or why it has none`);
  else if (file !== none && !makesCall(unquote(file), owned.get(endpoint) ?? name, path))
    problems.push(`${unquote(file)} does not make the call ${name}`);
}
for (const name of rows.keys())
  if (!calls.has(name)) problems.push(`the call ${name} does not exist`);

for (const problem of problems) say(`${page}: ${problem}`);
process.exit(problems.length === 0 ? 0 : 1);

function unquote(text) {
  return text.replaceAll('`', '');
}

/**
 * True if the file makes the call. Images and feeds are requested by URLs, which end with a distinct file
 * name.
 */
function makesCall(file, name, path) {
  const text = readOr(join(root, 'apps/web/src', file), '');
  const ending = /\/[\w-]+\.\w+$/.exec(path)?.[0];
  return new RegExp(`\\b${name}\\b`).test(text) || (ending !== undefined && text.includes(ending));
}
