import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const sources = fileURLToPath(new URL('..', import.meta.url));
const writes = /(?:insertInto|updateTable|deleteFrom)\('(?:builds|build_configs|stages|steps)'/;

it('writes builds, stages and steps in one place only', async () => {
  const writers: string[] = [];
  for await (const file of glob('**/*.ts', { cwd: sources })) {
    const isOther = !/\.test\.ts$|^testing\/|^db\/migrations\//.test(file);
    if (isOther && writes.test(await readFile(`${sources}/${file}`, 'utf8'))) writers.push(file);
  }
  expect(writers).toEqual(['builds/build-writer.ts']);
});
