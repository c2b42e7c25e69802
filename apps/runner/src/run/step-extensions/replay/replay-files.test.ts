import { chmod, mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createZstdDecompress } from 'node:zlib';
import { replayDescription } from '@millrace/contract/replay-files';
import type { StepFile } from '@millrace/contract/runner';
import { fileNameBytes, fileNameOf } from '@millrace/node-kit/file-names';
import { readTar } from '@millrace/node-kit/tar/read-tar';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ProcessFiles } from '../../../engines/process/process-files.ts';

import type { StageReporter } from '../../stage-reporter.ts';
import { ReplayFiles } from './replay-files.ts';

let dir: string;
let sourceDir: string;
let files: ProcessFiles;
let notes: string[];
let sent: { description: unknown; files: Record<string, string> } | undefined;
beforeEach(async () => {
  dir = await realpath(await mkdtemp(join(tmpdir(), 'millrace-replay-files-')));
  sourceDir = join(dir, 'src');
  const spoolDir = join(dir, 'spool');
  await mkdir(sourceDir);
  await mkdir(spoolDir);
  files = new ProcessFiles({ sourceDir, spoolDir, account: undefined });
  notes = [];
  sent = undefined;
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const write = (path: string, text: string) => writeFile(join(sourceDir, path), text);
const step = (number: number) => ({
  number,
  stepId: number,
  files,
  // Only the upload is used.
  reporter: { sendFile } as unknown as StageReporter,
  addNote: (line: string) => void notes.push(line),
  signal: new AbortController().signal,
});

async function sendFile(_: number, file: StepFile): Promise<undefined> {
  const archive = Readable.from(file.read()).pipe(createZstdDecompress());
  const found: Record<string, string> = {};
  for await (const { header, content } of readTar(archive)) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of content) chunks.push(chunk);
    const { type, linkname } = header;
    const mode = (header.mode & 0o777).toString(8);
    found[header.name.replace(/\/$/, '')] = linkname
      ? `-> ${linkname}`
      : `${type} ${mode} ${Buffer.concat(chunks)}`;
  }
  const { 'replay.json': text = '', ...rest } = found;
  const json = JSON.parse(text.slice(text.indexOf('{')));
  sent = { description: replayDescription.parse(json), files: rest };
}

it('stores what earlier steps left, with modes and links, and leaves out what is too large', async () => {
  await write('committed', 'text');
  const replay = new ReplayFiles(20_000);
  await replay.begin(step(1), []);
  await mkdir(join(sourceDir, 'out'));
  await write('out/tool', 'run');
  await chmod(join(sourceDir, 'out/tool'), 0o750);
  await chmod(join(sourceDir, 'out'), 0o755);
  await symlink('tool', join(sourceDir, 'out/link'));
  await write('out/large', 'x'.repeat(20_000));
  const socket = createServer().listen(join(sourceDir, 'out/socket'));
  await new Promise((resolve) => socket.once('listening', resolve));
  const outputs = [
    { name: 'SHOWN', data: '1', isMasked: false },
    { name: 'HIDDEN', data: 'open-sesame', isMasked: true },
  ];
  await replay.begin(step(2), outputs);
  await write('own', 'of the failed step');
  await replay.store(step(2));
  socket.close();
  expect(sent?.files).toEqual({
    'files/out': 'directory 755 ',
    'files/out/link': '-> tool',
    'files/out/tool': 'file 750 run',
  });
  expect(sent?.description).toMatchObject({
    files: 2,
    deleted: [],
    changed: { count: 0, first: [] },
    leftOut: { count: 2, first: ['out/socket', 'out/large'] },
    outputs: [
      { name: 'SHOWN', data: '1' },
      { name: 'HIDDEN', data: null },
    ],
  });
  expect(notes).toEqual([expect.stringMatching(/stored for a replay: 2, \d+ bytes$/)]);
});

it('stores names of any bytes', async () => {
  const latin1 = fileNameOf(Buffer.from('caf\xe9', 'latin1'));
  const pathOf = (name: string) => fileNameBytes(join(sourceDir, name));
  await writeFile(pathOf(`${latin1}-deleted`), 'x');
  const replay = new ReplayFiles(20_000);
  await replay.begin(step(1), []);
  await rm(pathOf(`${latin1}-deleted`));
  await writeFile(pathOf(`${latin1}-left`), 'x');
  await writeFile(pathOf('back\\slash\n'), 'y');
  await symlink(fileNameBytes(latin1), pathOf('link'));
  await replay.begin(step(2), []);
  await replay.store(step(2));
  expect(sent?.files).toEqual({
    [`files/${latin1}-left`]: 'file 644 x',
    'files/back\\slash\n': 'file 644 y',
    'files/link': `-> ${latin1}`,
  });
  expect(sent?.description).toMatchObject({
    files: 3,
    deleted: [`${latin1}-deleted`],
    leftOut: { count: 0 },
  });
});

it('stores nothing for the first step, and for a step that succeeded', async () => {
  const replay = new ReplayFiles(20_000);
  await replay.begin(step(1), []);
  await replay.store(step(1));
  await write('file', 'text');
  await replay.begin(step(2), []);
  replay.end(step(2));
  await replay.store(step(2));
  expect([sent, notes]).toEqual([undefined, []]);
});

it('does not follow a link that replaces a folder after it was listed', async () => {
  const replay = new ReplayFiles(20_000);
  await replay.begin(step(1), []);
  await mkdir(join(sourceDir, 'folder'));
  await write('folder/file', 'text');
  await replay.begin(step(2), []);
  const { open } = files;
  files.open = (path, state) => {
    const swap = async function* () {
      await rename(join(sourceDir, 'folder'), join(dir, 'outside'));
      await symlink(join(dir, 'outside'), join(sourceDir, 'folder'));
      yield* open.call(files, path, state);
    };
    return swap();
  };
  await replay.store(step(2));
  expect(sent).toBeUndefined();
  expect(notes).toEqual([
    expect.stringMatching(/not stored for a replay: it is reached through a link$/),
  ]);
});
