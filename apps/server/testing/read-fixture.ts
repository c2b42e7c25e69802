import { readFileSync } from 'node:fs';

/** Reads JSON that the code of an earlier commit stored or sent; the commit is part of the name. */
export function readFixture(name: string, testUrl: string): string {
  return readFileSync(new URL(`fixtures/${name}.json`, testUrl), 'utf8');
}
