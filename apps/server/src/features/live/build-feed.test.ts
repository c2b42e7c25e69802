import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openStream } from '@millrace/test-support/stream-reader';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { EventStream } from '../../http/event-stream.ts';
import { Bus } from '../../shared/bus.ts';
import { BuildFeed } from './build-feed.ts';

const sixth = { id: 6, repoId: 1, buildId: 3 };

/** The address of a stream that begins after the fifth change. */
async function serve(feed: BuildFeed): Promise<string> {
  const server = createServer((_, raw) =>
    feed.follow(
      new EventStream(raw, {}),
      { id: null, tokenLimits: undefined, repoId: undefined },
      '5',
    ),
  );
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('publishes a change that arrives while it reads the newest id', async () => {
  const bus = new Bus();
  const change = { ...sixth, version: 1, status: 'pending' as const, endedSteps: [] };
  const feed = await BuildFeed.open({
    bus,
    logger: pino({ level: 'silent' }),
    findNewest: async () => {
      bus.publish('buildChanged', { ...change, freesQueue: true });
      return 5;
    },
    listAfter: async () => [sixth],
    read: async () => ({ json: '{}', mayRead: () => true }),
  });
  const stream = await openStream(await serve(feed), {});
  expect(await stream.take(1)).toEqual([{ id: '6', data: '{}' }]);
});
