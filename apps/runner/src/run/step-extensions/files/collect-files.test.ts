import type { StepFiles } from '@millrace/pipeline';
import { expect, it } from 'vitest';
import type { FoundFile } from '../../../engines/engine.ts';
import { TooManyEntries } from '../../../engines/file-search.ts';
import { type Collecting, collectFiles } from './collect-files.ts';

const file = (path: string): FoundFile => ({
  path,
  file: { size: 1, isExecutable: false, async *read() {} },
});
const wanted = { artifact: ['dist/**'], junit: ['**/*.xml'], summary: [] };

/** Collects files from a workspace that contains these. */
async function collect(
  found: FoundFile[],
  {
    patterns = wanted,
    ...change
  }: Partial<Collecting> & { error?: Error; patterns?: StepFiles } = {},
) {
  const sent: string[] = [];
  const lines: string[] = [];
  await collectFiles(patterns, {
    findFiles: async function* () {
      yield* found;
      if (change.error) throw change.error;
    },
    send: async ({ kind, path }) => {
      sent.push(`${kind} ${path}`);
      return undefined;
    },
    addNote: (line) => void lines.push(line),
    signal: new AbortController().signal,
    ...change,
  });
  return { sent, lines };
}

it('sends each file once per matching kind', async () => {
  expect(await collect([file('dist/a'), file('dist/b.xml'), file('c.xml')])).toEqual({
    sent: ['artifact dist/a', 'artifact dist/b.xml', 'junit dist/b.xml', 'junit c.xml'],
    lines: [],
  });
});

it('reports rejected files with the reason', async () => {
  const found = [{ path: 'dist/a', problem: 'it is a link' }, file('dist/b\\c'), file('dist/d')];
  const { lines } = await collect(found, { send: async () => 'It is too large' });
  expect(lines).toEqual([
    '[millrace] dist/a was not stored: it is a link',
    '[millrace] dist/b\\c was not stored: its path has a backslash',
    '[millrace] dist/d was not stored: It is too large',
    '[millrace] No file matches **/*.xml',
  ]);
});

it('takes from a folder all artifacts, and the reports and summaries in it', async () => {
  const patterns = { artifact: ['out'], junit: ['out/', 'out/log'], summary: ['out'] };
  const found = ['out/a.txt', 'out/b/c.XML', 'out/d.md', 'out/log'].map(file);
  expect(await collect(found, { patterns })).toEqual({
    sent: [
      'artifact out/a.txt',
      'artifact out/b/c.XML',
      'junit out/b/c.XML',
      'artifact out/d.md',
      'summary out/d.md',
      'artifact out/log',
      'junit out/log',
    ],
    lines: [],
  });
});

it('says that a folder has no reports', async () => {
  const patterns = { artifact: [], junit: ['out'], summary: [] };
  const found = [file('out/a.txt'), { path: 'out/b', problem: 'it is a link' }];
  expect(await collect(found, { patterns })).toEqual({
    sent: [],
    lines: ['[millrace] No file matches out'],
  });
});

it('names files that cannot be stored, on one line', async () => {
  const found = [file('dist/caf\udce9'), file('dist/a\nb')];
  const { sent, lines } = await collect(found);
  expect(sent).toEqual([]);
  expect(lines).toEqual([
    '[millrace] dist/caf\\xE9 was not stored: its path is not Unicode',
    '[millrace] dist/a\\x0Ab was not stored: its path has a control character',
    '[millrace] No file matches **/*.xml',
  ]);
});

it('sends links that stay in the workspace, and names the others', async () => {
  const link = (path: string, linkTarget: string): FoundFile => ({ path, linkTarget });
  const found = [
    link('dist/a', 'b'),
    link('dist/c.xml', '../dist/./b/'),
    link('d.xml', 'dist/b'),
    link('dist/out', '/etc/passwd'),
    link('dist/up', '../../x'),
    link('dist/b', 'a/../../x'),
    link('dist/latin', 'caf\udce9'),
  ];
  const { sent, lines } = await collect(found);
  expect(sent).toEqual(['link dist/a', 'link dist/c.xml']);
  expect(lines).toEqual([
    '[millrace] d.xml was not stored: it is a link',
    ...['out', 'up', 'b'].map(
      (name) => `[millrace] dist/${name} was not stored: it is a link that leads elsewhere`,
    ),
    '[millrace] dist/latin was not stored: it is a link to a path that cannot be stored',
  ]);
});

it('stops at the limit of files', async () => {
  const { sent, lines } = await collect([file('dist/a'), file('dist/b'), file('dist/c')], {
    maxFiles: 2,
  });
  expect(sent).toEqual(['artifact dist/a', 'artifact dist/b']);
  expect(lines[0]).toBe('[millrace] Not all files were stored: the limit is 2 files per step');
});

it('reports only a few of very many problems', async () => {
  const found = Array.from({ length: 1500 }, (_, at) => ({ path: `dist/${at}`, problem: 'x' }));
  const { lines } = await collect(found);
  expect(lines).toHaveLength(21);
  expect(lines.at(-1)).toBe('[millrace] and 1,481 more like these');
});

it('reports a search that ended early', async () => {
  const { lines } = await collect([], { error: new TooManyEntries('there are many') });
  expect(lines).toEqual(['[millrace] Not all files were stored: there are many']);
});

it('is aborted when the stage ends', async () => {
  const stopping = new AbortController();
  const send = async () => {
    stopping.abort();
    return undefined;
  };
  const collecting = collect([file('dist/a'), file('dist/b')], { send, signal: stopping.signal });
  await expect(collecting).rejects.toThrow('aborted');
});
