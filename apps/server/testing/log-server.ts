import { systemClock } from '@millrace/node-kit/clock';
import { expect } from 'vitest';
import { LogMover } from '../src/features/logs/log-mover.ts';
import { LogObjectWorker } from '../src/features/logs/log-object-worker.ts';
import type { ObjectStore } from '../src/object-store/object-store.ts';
import { startStepWithLog } from './log-of-step.ts';
import { logsOf } from './logs-of.ts';
import { startTestServer } from './test-server.ts';
import type { TestStore } from './test-stores.ts';

const daySec = 24 * 60 * 60;

export type LogServer = Awaited<ReturnType<typeof startLogServer>>;

/**
 * Starts a server with an object store for finished logs. Tests run the worker that moves them, and can
 * advance the clock.
 */
export async function startLogServer(start: () => Promise<TestStore>) {
  const testStore = await start();
  let aheadSec = 0;
  let count = 0;
  const clock = { nowSec: () => Math.floor(Date.now() / 1000) + aheadSec };
  const server = await startTestServer({ env: testStore.env, clock });
  const { core } = server;
  const { db, objectStore: store } = core;
  const { stepLogs } = logsOf(server);
  if (!store) throw new Error('The server has no object store');
  const ada = await server.addUser('ada');

  const listBlocks = (stepId: number) =>
    db
      .selectFrom('log_blocks')
      .select(['last_pos', 'bytes'])
      .where('step_id', '=', stepId)
      .execute();
  const countUnmoved = async () => {
    const rows = await db.selectFrom('log_blocks').select('step_id').distinct().execute();
    const finished = await Promise.all(rows.map(({ step_id }) => stepLogs.isStepFinished(step_id)));
    return finished.filter(Boolean).length;
  };
  const listUnneeded = async () => {
    const rows = await db.selectFrom('log_objects').select(['step_id', 'due']).execute();
    const now = clock.nowSec();
    return rows.filter(({ step_id, due }) => (due === null ? step_id === null : due <= now));
  };
  /** Starts another worker, like the one of another server. It polls more often. */
  const runWorker = (through: ObjectStore = store) => {
    const worker = new LogObjectWorker({
      ...core,
      store: through,
      isStepFinished: (stepId) => stepLogs.isStepFinished(stepId),
      clock: {
        ...core.clock,
        wait: (ms, signal) => systemClock.wait(Math.min(ms, 20), signal),
      },
    });
    worker.run();
    return worker;
  };
  return {
    ...server,
    store,
    testStore,
    /** Starts a step in a new repository. */
    startStep: (owner = ada) => startStepWithLog(server, owner, `p${++count}`),
    mover: (through: ObjectStore = store) => new LogMover({ ...core, store: through }),
    runWorker,
    /** Runs a worker until it has nothing left to do. */
    async settle(): Promise<void> {
      const worker = runWorker();
      await expect.poll(countUnmoved).toBe(0);
      await expect.poll(listUnneeded).toEqual([]);
      await worker.stop();
    },
    listBlocks,
    /** Lists the objects of a log in the store. */
    listObjects: (stepId: number) =>
      db
        .selectFrom('log_objects')
        .select(['key', 'frames', 'first_pos', 'last_pos'])
        .where('step_id', '=', stepId)
        .where('due', 'is', null)
        .orderBy('last_pos')
        .execute(),
    /** Lists recorded objects that are not, or not yet, part of a log. */
    listLeft: () =>
      db.selectFrom('log_objects').select('key').where('due', 'is not', null).execute(),
    listUnneeded,
    passDay(): void {
      aheadSec += daySec;
    },
    /** Returns the store with some calls replaced. */
    through: (calls: Partial<ObjectStore>): ObjectStore => ({
      put: (...object) => store.put(...object),
      get: (...range) => store.get(...range),
      delete: (...object) => store.delete(...object),
      close: () => {},
      ...calls,
    }),
    async stop(): Promise<void> {
      await server.stop();
      await testStore.stop();
    },
  };
}
