import type { Line, Stage, Step } from '@millrace/contract/api';
import type { RunnerApi } from '@millrace/contract/runner';
import { type Message, openStream } from '@millrace/test-support/stream-reader';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildsOf } from '../../../testing/builds-of.ts';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import { touchBuild } from '../../../testing/touch-build.ts';

let server: TestServer;
let ada: { id: number; token: string };
let api: RunnerApi;
let repoId: number;
beforeEach(async () => {
  server = await startTestServer();
  ada = await server.addUser('ada');
  repoId = (await pushSampleRepo(server, 'ada')).id;
  api = runnerApiOf(server);
});
afterEach(() => server.stop());

const lines = (from: number, to: number): Line[] =>
  Array.from({ length: to - from }, (_, index) => ({
    pos: from + index,
    out: `line ${from + index}\n`,
    time: 0,
  }));
const logUrl = () => `${server.url}/api/stream/ada/project/1/1/1`;
const readLog = async (): Promise<Line[]> => {
  const url = `${server.url}/api/repos/ada/project/builds/1/logs/1/1`;
  return (await fetch(url, { headers: bearer(ada) })).json() as Promise<Line[]>;
};
const finish = (step: Step) =>
  api.updateStep({ params: { step: step.id }, body: { ...step, status: 'success', stopped: 5 } });

describe('the log of a step', () => {
  it('sends existing lines, new lines, and the end', async () => {
    const { step } = await startNextStage(api);
    await api.appendLogs({ params: { step: step.id }, body: lines(0, 3) });
    const stream = await openStream(logUrl(), bearer(ada));
    expect((await stream.take(3)).map((message) => message.id)).toEqual(['0', '1', '2']);
    await api.appendLogs({ params: { step: step.id }, body: lines(3, 5) });
    const [fourth] = await stream.take(2);
    expect(JSON.parse(fourth?.data ?? '')).toEqual({ pos: 3, out: 'line 3\n', time: 0 });
    await finish(step);
    expect(await stream.take(1)).toEqual([{ event: 'error', data: 'eof' }]);
    expect(await stream.isClosed()).toBe(true);
  });

  it('resumes exactly after the last line of the client', async () => {
    const { step } = await startNextStage(api);
    await api.appendLogs({ params: { step: step.id }, body: lines(0, 10) });
    await finish(step);
    const stream = await openStream(logUrl(), { ...bearer(ada), 'last-event-id': '6' });
    const messages = await stream.rest();
    expect(messages.map((message) => message.id ?? message.data)).toEqual(['7', '8', '9', 'eof']);
  });

  it.each([
    ['from=7', ['7', '8', '9', 'eof']],
    ['from=-2', ['8', '9', 'eof']],
    ['from=-99', ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'eof']],
  ])('starts where %s says', async (query, wanted) => {
    const { step } = await startNextStage(api);
    await api.appendLogs({ params: { step: step.id }, body: lines(0, 10) });
    await finish(step);
    const messages = await (await openStream(`${logUrl()}?${query}`, bearer(ada))).rest();
    expect(messages.map((message) => message.id ?? message.data)).toEqual(wanted);
  });

  it.each(['', '-3', 'x', '1e300', '0x1'])(
    'starts at the beginning if the last line is "%s"',
    async (lastId) => {
      const { step } = await startNextStage(api);
      await api.appendLogs({ params: { step: step.id }, body: lines(0, 3) });
      await finish(step);
      const stream = await openStream(logUrl(), { ...bearer(ada), 'last-event-id': lastId });
      const messages = await stream.rest();
      expect(messages.map((message) => message.id ?? message.data)).toEqual(['0', '1', '2', 'eof']);
    },
  );

  it('stores a batch that is sent twice, or overlaps, once', async () => {
    const { step } = await startNextStage(api);
    await api.appendLogs({ params: { step: step.id }, body: lines(0, 4) });
    await api.appendLogs({ params: { step: step.id }, body: lines(0, 4) });
    await api.appendLogs({ params: { step: step.id }, body: lines(2, 6) });
    expect((await readLog()).map((line) => line.pos)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('keeps the order of lines while clients connect and disconnect', async () => {
    const { step } = await startNextStage(api);
    const readers = [];
    for (let from = 0; from < 2000; from += 100) {
      await api.appendLogs({ params: { step: step.id }, body: lines(from, from + 100) });
      if (from % 500 === 0) readers.push(await openStream(logUrl(), bearer(ada)));
    }
    await finish(step);
    for (const reader of readers) {
      const ids = (await reader.rest()).flatMap((message) => message.id ?? []);
      expect(ids).toEqual(Array.from({ length: 2000 }, (_, index) => String(index)));
    }
  });

  it('sends a line of 5 MB', async () => {
    const { step } = await startNextStage(api);
    const out = `${'x'.repeat(5 * 1024 * 1024)}\n`;
    await api.appendLogs({ params: { step: step.id }, body: [{ pos: 0, out, time: 0 }] });
    await finish(step);
    const stream = await openStream(logUrl(), bearer(ada));
    const [message] = await stream.take(1);
    expect(JSON.parse(message?.data ?? '').out).toBe(out);
    expect((await readLog())[0]?.out).toHaveLength(out.length);
  });

  it('returns an empty list for an empty log', async () => {
    await startNextStage(api);
    expect(await readLog()).toEqual([]);
  });

  it('requires read access to the repository', async () => {
    await startNextStage(api);
    const eve = await server.addUser('eve');
    expect((await fetch(logUrl())).status).toBe(401);
    expect((await fetch(logUrl(), { headers: bearer(eve) })).status).toBe(404);
  });
});

describe('the stream of builds', () => {
  const summary = (data: string) => {
    const { slug, build } = JSON.parse(data);
    return `${slug} #${build.number} ${build.status}`;
  };

  /** Events of earlier changes may still arrive after a stream was opened. */
  const isNewest = async () => {
    const newest = String(await server.core.buildChanges.findNewest());
    return ({ id }: Message) => id === newest;
  };

  it('sends every change to viewers with read access only', async () => {
    const eve = await server.addUser('eve');
    const forAda = await openStream(`${server.url}/api/stream`, bearer(ada));
    const forEve = await openStream(`${server.url}/api/stream`, bearer(eve));
    const { stage, step } = await startNextStage(api);
    await finish(step);
    await api.updateStage({ params: { stage: stage.id }, body: { ...stage, status: 'failure' } });
    expect(summary((await forAda.find(await isNewest())).data)).toBe('ada/project #1 failure');
    await server.core.repos.grant(eve.id, repoId, 'read');
    await pushSampleRepo(server, 'ada', 'secret');
    const repo = await server.core.repos.findById(repoId);
    if (!repo) throw new Error('The repository is gone');
    const person = await server.core.userStore.findById(ada.id);
    if (!person) throw new Error('The account is gone');
    await buildsOf(server).buildStarter.startBuild(repo, person, {
      branch: '',
      commit: '',
      params: {},
    });
    expect(summary((await forEve.take(1))[0]?.data ?? '')).toBe('ada/project #2 pending');
  });

  it('sends stages and steps, and never an older version after a newer one', async () => {
    const stream = await openStream(`${server.url}/api/stream`, bearer(ada));
    const versions: number[] = [];
    const takeUntil = (isThere: (stage: Stage) => boolean) =>
      stream.find(({ data }) => {
        const { build } = JSON.parse(data);
        versions.push(build.version);
        return isThere(build.stages[0]);
      });
    const { step } = await startNextStage(api);
    await takeUntil(({ status }) => status === 'running');
    await finish(step);
    await takeUntil(({ steps }) => steps?.[0]?.status === 'success');
    // Builds are read after the event. Two events may thus both show the later state.
    expect(versions).toEqual([...versions].sort((one, other) => one - other));
    expect(versions.at(-1)).toBeGreaterThan(versions[0] ?? 0);
  });

  it('reads and serializes a change once for all viewers', async () => {
    const streams = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        openStream(`${server.url}/api/stream${index % 2 ? '/ada/project' : ''}`, bearer(ada)),
      ),
    );
    const tell = async () => {
      await touchBuild(server, 1);
      const isTold = await isNewest();
      return Promise.all(streams.map((stream) => stream.find(isTold)));
    };
    await tell();
    const read = vi.spyOn(server.core.buildReadModel, 'findForEvent');
    const messages = await tell();
    expect(new Set(messages.map(({ data }) => data)).size).toBe(1);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it.each(['/api/stream', '/api/stream/ada/project'])(
    'sends missed changes to clients that reconnect to %s',
    async (path) => {
      await pushSampleRepo(server, 'ada', 'other');
      const before = await openStream(server.url + path, bearer(ada));
      await touchBuild(server, 1);
      const last = await before.find(await isNewest());
      const { step } = await startNextStage(api);
      await finish(step);
      await touchBuild(server, 2);
      const witness = await openStream(`${server.url}/api/stream/ada/other`, {
        ...bearer(ada),
        'last-event-id': last.id ?? '',
      });
      await witness.take(1);

      const headers = { ...bearer(ada), 'last-event-id': last.id ?? '' };
      const after = await openStream(server.url + path, headers);
      const [missed] = await after.take(1);
      expect(summary(missed?.data ?? '')).toBe('ada/project #1 running');
      if (path === '/api/stream') {
        expect(summary((await after.take(1))[0]?.data ?? '')).toBe('ada/other #1 pending');
      }
      await touchBuild(server, 1);
      expect((await after.take(1))[0]?.id).not.toBe(missed?.id);
    },
  );

  it.each(['', '99', 'nonsense', '1e9', '-1'])(
    'starts with new changes after "%s"',
    async (lastId) => {
      const headers = { ...bearer(ada), 'last-event-id': lastId };
      const stream = await openStream(`${server.url}/api/stream`, headers);
      await touchBuild(server, 1);
      expect(summary((await stream.take(1))[0]?.data ?? '')).toBe('ada/project #1 pending');
    },
  );

  it('is not delayed by a slow client', async () => {
    const still = await fetch(`${server.url}/api/stream`, { headers: bearer(ada) });
    const reader = still.body?.getReader();
    const quick = await openStream(`${server.url}/api/stream`, bearer(ada));
    // More than its socket could hold; the changes of one build wait as one.
    const message = 'x'.repeat(50_000);
    await server.core.db.updateTable('builds').set({ message }).execute();
    for (let change = 0; change < 500; change++) {
      await touchBuild(server, 1);
      if (change % 50 === 0) await quick.take(1);
    }
    expect(summary((await quick.take(1))[0]?.data ?? '')).toContain('ada/project #1');
    await reader?.cancel();
  });

  it('ends when the server stops', async () => {
    const stream = await openStream(`${server.url}/api/stream`, bearer(ada));
    await server.app.close();
    expect(await stream.isClosed()).toBe(true);
  });
});
