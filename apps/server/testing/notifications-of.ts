import type { Delivery } from '@millrace/contract/api';
import { expect } from 'vitest';
import { bearer, type TestServer } from './test-server.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Calls the API for the notifications of a repository or an account. */
export function notificationsOf(
  { app, core }: Pick<TestServer, 'app' | 'core'>,
  path: string,
  owner: { token: string },
) {
  const call = async (method: Method, at: string, body?: object, by = owner) => {
    const payload = body ? { payload: body } : {};
    const url = `${path}/notifications${at}`;
    const answer = await app.inject({ method, url, headers: bearer(by), ...payload });
    return { status: answer.statusCode, body: answer.body ? answer.json() : undefined };
  };
  return {
    call,
    listDeliveries: async (id: number): Promise<Delivery[]> =>
      (await call('GET', `/${id}/deliveries`)).body,
    /** Waits until a message waits for another try, and makes it due. */
    retryNow: async () => {
      const laterJobs = core.db
        .selectFrom('jobs')
        .select('id')
        .where('kind', '=', 'notification')
        .where('due', '>', core.clock.nowSec());
      // The delivery is stored before its job is.
      await expect.poll(() => laterJobs.execute()).not.toEqual([]);
      await core.db.updateTable('jobs').set({ due: 0 }).execute();
      core.bus.publish('jobAdded', {});
    },
  };
}
