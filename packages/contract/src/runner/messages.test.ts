import { describe, expect, it } from 'vitest';
import { sampleBuild, sampleRepo, sampleStage } from '../testing/index.ts';
import {
  detailsMessage,
  filterMessage,
  linesMessage,
  pingMessage,
  stageMessage,
  stepMessage,
} from './messages.ts';

const step = { number: 1, name: 'a', status: 'running' } as const;

describe('messages of third-party runners', () => {
  it('accepts a filter without kind and type', () => {
    expect(filterMessage.parse({ kind: '', os: 'linux', arch: 'amd64', labels: null })).toEqual({
      kind: 'pipeline',
      type: 'docker',
      os: 'linux',
      arch: 'amd64',
    });
  });

  it('accepts a stage with null lists and unknown fields', () => {
    const sent = {
      id: 7,
      status: 'success',
      errignore: false,
      steps: null,
      extra: 1,
      exit_code: 2,
    };
    expect(stageMessage.parse(sent)).toEqual({ status: 'success', exit_code: 2 });
  });

  it('accepts steps with any fields', () => {
    const sent = { ...step, depends_on: null, detached: true, image: 'golang', started: 5 };
    expect(stageMessage.parse({ status: 'running', steps: [sent] }).steps).toEqual([
      { ...step, detached: true, image: 'golang', started: 5 },
    ]);
  });

  it('accepts lines without a time, and no lines', () => {
    expect(linesMessage.parse([{ pos: 0, out: 'x' }])).toEqual([{ pos: 0, out: 'x', time: 0 }]);
    expect(linesMessage.parse(null)).toEqual([]);
  });

  it('accepts details of an original server before version 2.1', () => {
    const { auto_cancel_running: _, archived: __, ...repository } = sampleRepo({});
    const details = detailsMessage.parse({
      repository,
      build: sampleBuild({}),
      stage: sampleStage({}),
      secrets: null,
      config: { Data: '', Hash: null },
      netrc: null,
      system: { proto: 'http', host: 'ci', link: 'http://ci', version: '2.0.4' },
    });
    expect(details.repository).toMatchObject({ auto_cancel_running: false, archived: false });
  });

  it('accepts an empty ping', () => {
    expect(pingMessage.parse(null)).toBeUndefined();
    expect(pingMessage.parse({ machine: 'one' })).toEqual({ machine: 'one' });
  });
});

it.each([
  ['a stage without a status', stageMessage, {}],
  ['an unknown status', stepMessage, { ...step, status: 'exploded' }],
  ['a step without a number', stepMessage, { name: 'a', status: 'running' }],
  ['lines that are not a list', linesMessage, {}],
  ['details of nothing', detailsMessage, {}],
  ['a filter that is a list', filterMessage, []],
])('rejects %s', (_, schema, value) => {
  expect(schema.safeParse(value).success).toBe(false);
});
