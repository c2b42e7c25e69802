import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { inTransaction } from '../db/transaction.ts';
import type { AuditEntry } from './audit-log.ts';

const entry: AuditEntry = {
  action: 'queue.pause',
  actor: null,
  credential: 'none',
  address: '',
  target: '',
  details: {},
};

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.stop());

const countEvents = async () =>
  (await server.core.db.selectFrom('audit_events').select('id').execute()).length;

it('stores one event if a change runs several transactions at the same time', async () => {
  const { audit, db } = server.core;
  await audit.record(entry, () =>
    Promise.all([1, 2, 3].map(() => inTransaction(db, async (trx) => trx.selectFrom('repos')))),
  );
  expect(await countEvents()).toBe(1);
});

it('stores the event in a later transaction if the first one fails', async () => {
  const { audit, db } = server.core;
  await audit.record(entry, async () => {
    const failing = inTransaction(db, () => Promise.reject(new Error('failed')));
    await failing.catch(() => undefined);
    expect(await countEvents()).toBe(0);
    await inTransaction(db, async () => undefined);
    expect(await countEvents()).toBe(1);
  });
  expect(await countEvents()).toBe(1);
});

it('stores no event of a change that fails', async () => {
  const failing = server.core.audit.record(entry, () => Promise.reject(new Error('failed')));
  await expect(failing).rejects.toThrow('failed');
  expect(await countEvents()).toBe(0);
});
