import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { openApiServer } from '../../testing/api-server.ts';
import { PodWatch } from './pod-watch.ts';

const expired = { kind: 'Status', code: 410, reason: 'Expired', message: 'too old' };

interface Listed {
  version: string;
  /** Phases of the Pods. */
  pods: Record<string, string>;
}

/** An API server that answers each list and each watch with the next of its answers. */
async function setUp(lists: Listed[], watches: ((response: ServerResponse) => void)[]) {
  /** Versions from which watches were requested. */
  const versions: string[] = [];
  const client = await openApiServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost');
    expect(searchParams.get('labelSelector')).toBe('a=b');
    if (searchParams.get('watch') === '1') {
      versions.push(searchParams.get('resourceVersion') ?? '');
      watches.shift()?.(response);
      return;
    }
    const { version = '', pods = {} } = lists.shift() ?? {};
    const items = Object.entries(pods).map(([name, phase]) => makePod(name, phase, version));
    response.end(JSON.stringify({ metadata: { resourceVersion: version }, items }));
  });
  const watch = new PodWatch(client, '/api/v1/pods?labelSelector=a%3Db');
  await watch.start();
  const phaseOf = (name: string) => watch.find(name)?.status?.phase;
  const isDeleted = (name: string) => watch.find(name)?.metadata.deletionTimestamp !== undefined;
  return { watch, versions, phaseOf, isDeleted };
}

function makePod(name: string, phase: string, resourceVersion: string) {
  return { metadata: { name, resourceVersion }, spec: { containers: [] }, status: { phase } };
}

function send(response: ServerResponse, type: string, object: object): void {
  response.write(`${JSON.stringify({ type, object })}\n`);
}

/** Answers of an API server that has forgotten the events after a version. */
const refusals: [name: string, (response: ServerResponse) => void][] = [
  ['the status of an answer', (response) => response.writeHead(410).end(JSON.stringify(expired))],
  [
    'an event',
    (response) => {
      send(response, 'ERROR', expired);
      response.end();
    },
  ],
  [
    'an event after others',
    (response) => {
      send(response, 'MODIFIED', makePod('a', 'Pending', '12'));
      send(response, 'BOOKMARK', { metadata: { resourceVersion: '13' } });
      send(response, 'ERROR', expired);
    },
  ],
];

describe('a watch of Pods', () => {
  it.for(refusals)('lists the Pods again after 410 in %s', async ([_, refuse]) => {
    const lists: Listed[] = [
      { version: '10', pods: { a: 'Pending', gone: 'Running' } },
      { version: '20', pods: { a: 'Running', added: 'Pending' } },
    ];
    const watches = [
      refuse,
      (response: ServerResponse) => send(response, 'MODIFIED', makePod('added', 'Succeeded', '21')),
    ];
    const { versions, phaseOf, isDeleted, watch } = await setUp(lists, watches);
    expect([phaseOf('a'), isDeleted('gone')]).toEqual(['Pending', false]);
    await watch.changed(AbortSignal.timeout(10_000));
    await expect.poll(() => phaseOf('added')).toBe('Succeeded');
    expect([phaseOf('a'), isDeleted('gone')]).toEqual(['Running', true]);
    expect(versions).toEqual(['10', '20']);
  });

  it('reads on from the last event after an error in the middle of one', async () => {
    const watches = [
      (response: ServerResponse) => {
        send(response, 'MODIFIED', makePod('a', 'Running', '11'));
        response.write('{"type":"MODIF');
        response.end();
      },
      (response: ServerResponse) => send(response, 'MODIFIED', makePod('a', 'Failed', '12')),
    ];
    const { versions, phaseOf } = await setUp([{ version: '10', pods: { a: 'Pending' } }], watches);
    await expect.poll(() => phaseOf('a')).toBe('Failed');
    expect(versions).toEqual(['10', '11']);
  });

  it('does not remember a Pod that was removed on purpose', async () => {
    const first = Promise.withResolvers<ServerResponse>();
    const { watch, phaseOf } = await setUp(
      [{ version: '10', pods: { a: 'Running', b: 'Running' } }],
      [first.resolve],
    );
    const response = await first.promise;
    watch.forget('a');
    send(response, 'MODIFIED', makePod('a', 'Succeeded', '11'));
    send(response, 'DELETED', makePod('a', 'Succeeded', '12'));
    send(response, 'MODIFIED', makePod('b', 'Failed', '13'));
    await expect.poll(() => phaseOf('b')).toBe('Failed');
    expect(watch.list().map(({ metadata }) => metadata.name)).toEqual(['b']);
  });
});
