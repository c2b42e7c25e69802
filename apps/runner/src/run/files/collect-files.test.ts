import { expect, it } from 'vitest';
import type { FoundFile } from '../../engines/engine.ts';
import { TooManyEntries } from '../../engines/file-search.ts';
import { type Collecting, collectFiles } from './collect-files.ts';

const file = (path: string): FoundFile => ({ path, file: { size: 1, async *read() {} } });
const wanted = { artifact: ['dist/**'], junit: ['**/*.xml'], summary: [] };

/** Collects files from a workspace that contains these. */
async function collect(found: FoundFile[], change: Partial<Collecting> & { error?: Error } = {}) {
  const sent: string[] = [];
  const lines: string[] = [];
  await collectFiles(wanted, {
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
