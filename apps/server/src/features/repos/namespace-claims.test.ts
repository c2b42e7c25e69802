import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { NamespaceClaims } from './namespace-claims.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

it('claims a namespace once for several of its repositories', async () => {
  const { db } = server.core;
  const claims = new NamespaceClaims(db, 'gitea', server.ports.moveNamespaceData);
  await Promise.all([1, 2, 3, 4].map(() => claims.claim('engines', '7')));
  const rows = await db.selectFrom('forge_namespaces').select(['namespace', 'uid']).execute();
  expect(rows).toEqual([{ namespace: 'engines', uid: '7' }]);
});
