import { parsePipelineFile } from '@millrace/pipeline';
import { expect, it } from 'vitest';
import { convertForeignFile } from '../convert-foreign-file.ts';

function convert(...checkouts: string[]) {
  const steps = checkouts.map(
    (inputs) => `      - uses: actions/checkout@v4\n        with: ${inputs}\n`,
  );
  const text = `on: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n    container: alpine\n    steps:\n${steps.join('')}      - run: ls\n`;
  const { pipeline = '', notes = [] } =
    convertForeignFile(text, { path: '.github/workflows/ci.yml' }) ?? {};
  const { pipelines, problems } = parsePipelineFile(pipeline);
  expect(problems).toEqual([]);
  return {
    clone: pipelines[0]?.clone,
    pipeline,
    notes: notes.map(({ message }) => message),
  };
}

it('carries the checkout of another repository over', () => {
  const { clone, pipeline, notes } = convert(
    '{ fetch-depth: 1 }',
    '{ repository: acme/library, path: vendor/library, ref: v1, fetch-depth: 1 }',
  );
  expect(clone).toEqual({
    disable: false,
    depth: 1,
    repositories: [{ repository: 'acme/library', ref: 'v1', path: 'vendor/library' }],
  });
  expect(pipeline).toContain('write https://github.com/acme/library');
  expect(notes).toEqual([]);
});

it('clones the repository of the build too, although only another one is checked out', () => {
  expect(convert('{ repository: acme/library, path: library }').clone).toMatchObject({
    disable: false,
    repositories: [{ path: 'library' }],
  });
});

it('comments inputs without an equivalent', () => {
  const { notes } = convert('{ repository: acme/library, path: b, token: x, fetch-depth: 0 }');
  expect(notes).toEqual([
    expect.stringContaining('actions/checkout.token'),
    expect.stringContaining('actions/checkout.fetch-depth'),
  ]);
});

it.each([
  ['{ repository: acme/library }'],
  ['{ repository: acme/library, path: ../library }'],
  ['{ repository: "${{ vars.LIBRARY }}", path: library }'],
  ['{ path: src }'],
  ['{ ref: main }'],
])('does not convert the checkout %s', (inputs) => {
  const { clone, notes } = convert(inputs);
  expect(clone).toMatchObject({ disable: true, repositories: [] });
  expect(notes).toEqual([expect.stringContaining('the checkout of')]);
});

it('does not convert two checkouts into one folder', () => {
  const inputs = (name: string) => `{ repository: acme/${name}, path: vendor }`;
  const { clone, notes } = convert('{ fetch-depth: 1 }', inputs('a'), inputs('b'));
  expect(clone?.repositories).toHaveLength(1);
  expect(notes).toHaveLength(1);
});
