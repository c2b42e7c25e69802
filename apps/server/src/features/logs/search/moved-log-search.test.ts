import { skipIf } from '@millrace/test-support/skip-if';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBuildWithLogs, toLines } from '../../../../testing/build-with-logs.ts';
import { type LogServer, startLogServer } from '../../../../testing/log-server.ts';
import { testStores } from '../../../../testing/test-stores.ts';

describe.for(testStores)('a search in logs in $name', ({ isThere, start }) => {
  let server: LogServer;
  beforeAll(async () => {
    if (isThere) server = await startLogServer(start);
  });
  afterAll(() => server?.stop());

  it(
    'finds the same after they were moved, or reports that the store is unavailable',
    skipIf(!isThere && 'MILLRACE_TEST_S3 is not set'),
    async () => {
      const owner = await server.addUser('grace');
      const build = await startBuildWithLogs(server, owner, 'moved', ['one', 'two']);
      const texts = Array.from({ length: 9000 }, (_, index) => `größe ${index} ${index * 7919}`);
      for (const number of [1, 2]) await build.append(number, toLines(texts));
      await build.finish();
      const search = async (text: string) => {
        const answer = await build.get(`/search?q=${text}`);
        return { status: answer.status, body: await answer.json() };
      };
      const queries = ['größe%208999', '7919', 'absent'];
      const before = await Promise.all(queries.map(search));
      expect(before.map(({ status }) => status)).toEqual([200, 200, 200]);
      await server.settle();
      expect(await server.listBlocks(build.idOf(1))).toEqual([]);
      expect(await Promise.all(queries.map(search))).toEqual(before);
      const other = await startBuildWithLogs(server, owner, 'away', ['one']);
      await other.append(1, toLines(texts));
      await other.finish();
      await server.settle();
      await server.testStore.pause();
      const { status, body } = await other
        .get('/search?q=absent')
        .then(async (answer) => ({ status: answer.status, body: await answer.json() }));
      await server.testStore.resume();
      expect([status, body]).toEqual([
        503,
        {
          message: expect.stringMatching(/^The object store is away: /),
          code: 'store_unavailable',
        },
      ]);
    },
  );
});
