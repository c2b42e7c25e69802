// Finds which parts of the interface make a call of the API, by the names that their files import.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as calls from '@millrace/contract/api';

const source = fileURLToPath(new URL('../../web/src', import.meta.url));

/**
 * Returns the parts of the interface that make each call, such as `features/crons`, by method and path: `GET /api/user`.
 */
export function findUses() {
  const files = readdirSync(source, { recursive: true }).filter(
    (path) => /(?<!\.test)\.tsx?$/.test(path) && !path.startsWith('testing'),
  );
  const texts = files.map((path) => [partOf(path), readFileSync(join(source, path), 'utf8')]);
  return new Map(
    listCalls().map(({ call: { method, path }, names }) => {
      // Images and feeds are requested by URLs, which end with a distinct file name.
      const ending = /^\/api\/.*(\/[\w-]+\.\w+)$/.exec(path)?.[1];
      const name = new RegExp(`\\b(${names.join('|')})\\b`);
      const parts = texts.flatMap(([part, text]) =>
        name.test(text) || (ending && text.includes(ending)) ? [part] : [],
      );
      return [`${method} ${path}`, [...new Set(parts)].sort()];
    }),
  );
}

/** Lists the calls with their names: their own, and that of a group, such as `secretCalls.list`. */
function listCalls() {
  const listed = new Map();
  const add = (call, name) => {
    if (!call?.method || !call.path) return;
    listed.set(call, [...(listed.get(call) ?? []), name.replaceAll('.', '\\.')]);
  };
  for (const [name, value] of Object.entries(calls)) {
    add(value, name);
    if (typeof value !== 'object' || value === null || value.path) continue;
    for (const [own, group] of Object.entries(value))
      for (const call of [group].flat()) add(call, `${name}.${own}`);
  }
  return [...listed].map(([call, names]) => ({ call, names }));
}

/** Returns the folder of a feature, the file of a screen, or else the topmost folder. */
function partOf(path) {
  const [folder, name = ''] = path.split('/');
  const isListed = folder === 'features' || folder === 'screens';
  return isListed ? `${folder}/${name.replace(/\.tsx?$/, '')}` : folder;
}
