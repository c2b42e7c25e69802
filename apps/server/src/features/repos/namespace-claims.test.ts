import { expect, it } from 'vitest';
import { serverOfFile } from '../../../testing/server-of-file.ts';
import { moveNamespaceData } from '../../db/namespace-data.ts';
import { NamespaceClaims } from './namespace-claims.ts';

const server = await serverOfFile();

it('claims a namespace once for several of its repositories', async () => {
  const { db } = server.core;
  const { namespaceData } = server.features.contributed;
  const claims = new NamespaceClaims(db, 'gitea', (...move) =>
    moveNamespaceData(namespaceData, ...move),
  );
  await Promise.all([1, 2, 3, 4].map(() => claims.claim('engines', '7')));
  const rows = await db.selectFrom('forge_namespaces').select(['namespace', 'uid']).execute();
  expect(rows).toEqual([{ namespace: 'engines', uid: '7' }]);
});
