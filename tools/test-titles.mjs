import { readFileSync } from 'node:fs';

const placeholder = /\$\{[^}]*\}|%[sdifjo]/;

/** Returns the titles of tests and groups in a file as patterns, in which placeholders match any text. */
export function readTitles(path) {
  const call = /\(\s*(['"`])((?:\\.|(?!\1)[^\\\n])*)\1,\s*(?:async\s*)?(?:\(|\w+\s*=>)/g;
  return [...readFileSync(path, 'utf8').matchAll(call)].map(([, , title]) => {
    const parts = title.replaceAll(/\\(.)/g, '$1').split(placeholder);
    return new RegExp(`^${parts.map((part) => RegExp.escape(part)).join('.*')}$`);
  });
}
