import type { Artifact } from '@millrace/contract/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { artifactsOf } from '../../../testing/artifacts-of.ts';
import { buildsOf } from '../../../testing/builds-of.ts';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import { readAllFiles, readFilePage } from './artifact-pages.ts';

const list = '/api/repos/ada/project/builds/1/artifacts';
const filesOfFirst = 6001;
const filesOfSecond = 21_000;

let server: TestServer;
let ada: { token: string };
let stepIds: number[];
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addUser('ada');
  const repo = await pushSampleRepo(server, 'ada');
  const { core } = server;
  const { step } = await startNextStage(runnerApiOf(server));
  const { id: _, ...first } = await core.db
    .selectFrom('steps')
    .selectAll()
    .where('id', '=', step.id)
    .executeTakeFirstOrThrow();
  const second = await core.db
    .insertInto('steps')
    .values({ ...first, number: 2, name: 'more' })
    .returning('id')
    .executeTakeFirstOrThrow();
  stepIds = [step.id, second.id];
  const { build_id } = await core.db
    .selectFrom('stages')
    .select('build_id')
    .executeTakeFirstOrThrow();
  const ids = { repo_id: repo.id, build_id };
  const rowsOf = (stepId: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({
      ...ids,
      step_id: stepId,
      path: `dist/${at}-${at % 2 ? 'Odd' : 'even'}.txt`,
      size: 3,
      sha256: 'ab',
      created: 1,
      key: `aa/${stepId}-${at}.bin`,
      tries: 0,
    }));
  const rows = [
    ...rowsOf(stepIds[0] ?? 0, filesOfFirst),
    ...rowsOf(stepIds[1] ?? 0, filesOfSecond),
  ];
  for (let at = 0; at < rows.length; at += 1000) {
    await core.db
      .insertInto('artifacts')
      .values(rows.slice(at, at + 1000))
      .execute();
  }
});
afterAll(() => server.stop());

async function read(query = '') {
  const { headers, json } = await server.app.inject({
    url: `${list}${query}`,
    headers: bearer(ada),
  });
  const files = json<Artifact[]>();
  const next = /^<(\?.*)>; rel="next"$/.exec(String(headers.link))?.[1];
  return { files, next, total: headers['x-total-count'] };
}

async function readToEnd(query = '') {
  const pages = [await read(query)];
  for (let next = pages[0]?.next; next !== undefined; next = pages.at(-1)?.next) {
    pages.push(await read(next));
  }
  return pages;
}

const keysOf = (files: Pick<Artifact, 'stage' | 'step' | 'path'>[]) =>
  files.map(({ stage, step, path }) => `${stage}/${step}/${path}`);

it('lists up to 5000 files, and counts all', async () => {
  const pages = await readToEnd();
  expect(pages.map(({ files }) => files.length)).toEqual([5000, 5000, 5000, 5000, 5000, 2001]);
  expect(pages.map(({ total }) => total)).toEqual([
    String(filesOfFirst + filesOfSecond),
    ...Array.from({ length: 5 }, () => undefined),
  ]);
  const keys = keysOf(pages.flatMap(({ files }) => files));
  expect(new Set(keys).size).toBe(filesOfFirst + filesOfSecond);
  expect(keys.findIndex((key) => key.startsWith('1/2/'))).toBe(filesOfFirst);
});

it('may have fewer files on a page than requested, and never more', async () => {
  const { files, next } = await read('?per_page=3&attempt=1');
  expect(files).toHaveLength(3);
  expect(next).toContain('per_page=3');
  expect((await read(next)).files.map(({ path }) => path)).not.toContain(files[2]?.path);
  expect((await read('?per_page=100000')).files).toHaveLength(5000);
});

it('searches all paths, 20,000 per call', async () => {
  const pages = await readToEnd('?search=999-ODD%20dist');
  const found = pages.flatMap(({ files }) => files);
  expect(pages).toHaveLength(2);
  expect(found).toHaveLength(6 + 21);
  expect(found.every(({ path }) => path.endsWith('999-Odd.txt'))).toBe(true);
  expect((await read('?search=nothing')).files).toEqual([]);
});

it('returns one file by its name', async () => {
  const { files } = await read('?file=1/2/dist/7-Odd.txt');
  expect(files).toMatchObject([{ stage: 1, step: 2, path: 'dist/7-Odd.txt' }]);
  expect((await read('?file=1/2/dist/none')).files).toEqual([]);
  expect((await read('?file=9/9/dist/7-Odd.txt')).files).toEqual([]);
});

it('rejects an invalid file name', async () => {
  for (const query of ['?after=1', '?file=a/b/c', `?search=${'x'.repeat(251)}`]) {
    const { statusCode } = await server.app.inject({ url: list + query, headers: bearer(ada) });
    expect(statusCode).toBe(400);
  }
});

it('continues after the position of a deleted file, and ends with the list', async () => {
  const steps = stepIds.map((id, at) => ({
    id,
    stage: 1,
    step: at + 1,
    stageName: 'stage',
    stepName: 'step',
  }));
  const { artifacts } = artifactsOf(server);
  const after = { stage: 1, step: 1, path: 'dist/9998-none' };
  const { files } = await readFilePage(artifacts, { steps, after, limit: 1 });
  expect(keysOf(files)).toEqual(['1/2/dist/0-even.txt']);
  const nearEnd = { stage: 1, step: 2, path: 'dist/9998-even.txt' };
  const last = await readFilePage(artifacts, { steps, after: nearEnd, limit: 1 });
  expect(keysOf(last.files)).toEqual(['1/2/dist/9999-Odd.txt']);
  expect(last.next).toBeNull();
});

it('reads all files for an archive', async () => {
  const steps = await buildsOf(server).readModel.listSteps(
    (await server.core.repos.findBySlug('ada/project'))?.id ?? 0,
    1,
  );
  const keys: string[] = [];
  for await (const file of readAllFiles(artifactsOf(server).artifacts, steps ?? [])) {
    keys.push(...keysOf([file]));
  }
  expect(new Set(keys).size).toBe(filesOfFirst + filesOfSecond);
  expect(keys).toHaveLength(filesOfFirst + filesOfSecond);
});
