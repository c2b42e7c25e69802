import { missing } from '@millrace/contract/api-errors';
import type { Include } from '@millrace/pipeline';
import { expect, it } from 'vitest';
import { fillIncludes } from './fill-includes.ts';
import { PipelineReader } from './pipeline-reader.ts';

const pipeline = (name: string) => `kind: pipeline\nname: ${name}\n`;

/** Fills the includes of the text with these files, by their names. */
async function fill(text: string, files: Record<string, string> = {}): Promise<string> {
  const read = async ({ path, repository, ref }: Include) => {
    const name = repository ? `${repository}:${path}${ref && `@${ref}`}` : path;
    const found = files[name];
    if (found === undefined) throw missing(`there is no ${name}`);
    return found;
  };
  const deps = { pipelineReader: new PipelineReader(), read };
  const filled = await fillIncludes(deps, { key: 'a/b', file: '.drone.yml', text });
  return filled.replace(/\n+/g, '\n').trim();
}

it.each([
  ['include: a.yml\n', '# a.yml\nkind: pipeline\nname: a'],
  [
    'include: [a.yml, { path: ./b.yml }]\n',
    '# a.yml\nkind: pipeline\nname: a\n---\n# b.yml\nkind: pipeline\nname: b',
  ],
  [
    `include: a.yml\n---\n${pipeline('own')}`,
    '# a.yml\nkind: pipeline\nname: a\n---\nkind: pipeline\nname: own',
  ],
  [
    'include: { repository: octo/shared, ref: v1, path: lint.yml }\n',
    '# octo/shared:lint.yml@v1\n# octo/shared:c.yml@v1\nkind: pipeline\nname: c',
  ],
  ['kind: pipeline\ninclude: a.yml\n', 'kind: pipeline\ninclude: a.yml'],
  ['include: [\n', 'include: ['],
])('fills %j', async (text, expected) => {
  const files = {
    'a.yml': pipeline('a'),
    'b.yml': pipeline('b'),
    'octo/shared:lint.yml@v1': 'include: c.yml\n',
    'octo/shared:c.yml@v1': pipeline('c'),
  };
  expect(await fill(text, files)).toBe(expected);
});

it.each([
  ['include: gone.yml\n', '.drone.yml: line 1: there is no gone.yml'],
  ['# x\ninclude: { path: ../a.yml }\n', /^\.drone\.yml: line 2: .*needs the path of a file/],
  ['include: [{}]\n', /needs the path of a file/],
  ['include: [[]]\n', /must be a map/],
  ['include: self.yml\n', 'self.yml: line 1: self.yml includes itself'],
  ['include: one.yml\n', /^two\.yml: line 1: one\.yml includes itself/],
  ['include: 1.yml\n', /too many files include each other/],
  [`include: [${Array(51).fill('a.yml').join(', ')}]\n`, '.drone.yml: line 1: more than 50 files'],
])('rejects %j', async (text, message) => {
  const chain = Object.fromEntries(
    Array.from({ length: 8 }, (_, at) => [`${at + 1}.yml`, `include: ${at + 2}.yml\n`]),
  );
  const files = {
    ...chain,
    'a.yml': pipeline('a'),
    'self.yml': 'include: self.yml\n',
    'one.yml': 'include: two.yml\n',
    'two.yml': 'include: one.yml\n',
  };
  await expect(fill(text, files)).rejects.toThrow(message);
});
