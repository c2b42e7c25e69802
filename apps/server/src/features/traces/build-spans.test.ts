import { buildState } from '@millrace/build-rules/testing';
import { describe, expect, it } from 'vitest';
import { createSpans } from './build-spans.ts';
import { encodeSpans } from './otlp.ts';

const finished = {
  number: 7,
  status: 'failure',
  created: 100,
  started: 105,
  finished: 160,
} as const;
const { build, stages, steps } = buildState(
  [
    {
      name: 'unit',
      status: 'success',
      created: 100,
      started: 105,
      stopped: 130,
      machine: 'mill-1',
      steps: [{ name: 'clone', status: 'success', started: 105, stopped: 106 }],
    },
    {
      name: 'deploy',
      status: 'failure',
      dependsOn: ['unit'],
      created: 100,
      started: 140,
      stopped: 160,
      steps: [
        { name: 'push', status: 'failure', exitCode: 2, started: 141, stopped: 159 },
        { name: 'after', status: 'skipped', started: 0, stopped: 160 },
      ],
    },
    { name: 'never', status: 'skipped', created: 100, started: 0, stopped: 160 },
  ],
  { ...finished, after: 'a'.repeat(40), params: { PASSWORD: 'hunter2' }, error: 'secret text' },
);
const traced = { url: 'https://ci.example.com', slug: 'ada/mill', build, stages, steps };

describe('createSpans', () => {
  const spans = createSpans({ ...traced, receivedSec: 98 });
  const find = (name: string) => spans.find((span) => span.name === name);

  it('describes a build from its webhook to the last step', () => {
    const times = spans.map(({ name, startSec, endSec }) => [name, startSec, endSec]);
    expect(times).toEqual([
      ['ada/mill #7', 98, 160],
      ['webhook', 98, 100],
      ['unit: wait', 100, 105],
      ['unit', 105, 130],
      ['clone', 105, 106],
      ['deploy: wait', 130, 140],
      ['deploy', 140, 160],
      ['push', 141, 159],
    ]);
  });

  it('puts steps into their stage, and stages into the build', () => {
    const root = find('ada/mill #7');
    expect(root?.parentId).toBeUndefined();
    for (const name of ['webhook', 'unit', 'deploy: wait']) {
      expect(find(name)?.parentId).toBe(root?.spanId);
    }
    expect(find('push')?.parentId).toBe(find('deploy')?.spanId);
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
    expect(root?.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(root?.spanId).toMatch(/^[0-9a-f]{16}$/);
  });

  it('names the results', () => {
    expect(find('ada/mill #7')).toMatchObject({
      isError: true,
      attributes: {
        'cicd.pipeline.name': 'ada/mill',
        'cicd.pipeline.result': 'failure',
        'cicd.pipeline.run.url.full': 'https://ci.example.com/ada/mill/7',
      },
    });
    expect(find('unit')?.attributes).toMatchObject({ 'cicd.worker.name': 'mill-1' });
    expect(find('push')?.attributes).toMatchObject({ 'process.exit.code': 2 });
  });

  it('contains no parameters and no texts of errors', () => {
    expect(JSON.stringify(spans)).not.toMatch(/hunter2|secret text/);
  });

  it('has the same ids if it is repeated, and others for another attempt', () => {
    expect(createSpans({ ...traced, receivedSec: 98 })).toEqual(spans);
    const [again] = createSpans({ ...traced, build: { ...build, attempt: 2 } });
    expect(again?.traceId).not.toBe(spans[0]?.traceId);
  });

  it('describes only the stages of the current attempt', () => {
    const [unit, deploy] = stages;
    if (!unit || !deploy) throw new Error('The build has no stages');
    const second = { ...traced, build: { ...build, attempt: 2 } };
    const spansOfSecond = createSpans({ ...second, stages: [unit, { ...deploy, attempt: 2 }] });
    const names = spansOfSecond.map(({ name }) => name);
    expect(names).toEqual(['ada/mill #7', 'deploy: wait', 'deploy', 'push']);
    expect(spansOfSecond[0]).toMatchObject({ startSec: 130, endSec: 160 });
  });

  it('describes a build without stages', () => {
    expect(createSpans({ ...traced, stages: [], steps: [] })).toMatchObject([
      { startSec: 100, endSec: 160 },
    ]);
  });
});

it('encodes spans as OTLP in JSON', () => {
  const [root] = createSpans(traced);
  if (!root) throw new Error('There is no span');
  const span = { ...root, parentId: 'abcd', attributes: { text: 'a', number: 1, flag: true } };
  expect(
    JSON.parse(encodeSpans([span], { 'service.name': 'x' }, { name: 'y', version: '1' })),
  ).toEqual({
    resourceSpans: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: 'x' } }] },
        scopeSpans: [
          {
            scope: { name: 'y', version: '1' },
            spans: [
              {
                traceId: root.traceId,
                spanId: root.spanId,
                parentSpanId: 'abcd',
                name: 'ada/mill #7',
                kind: 1,
                startTimeUnixNano: '100000000000',
                endTimeUnixNano: '160000000000',
                attributes: [
                  { key: 'text', value: { stringValue: 'a' } },
                  { key: 'number', value: { intValue: '1' } },
                  { key: 'flag', value: { boolValue: true } },
                ],
                status: { code: 2 },
              },
            ],
          },
        ],
      },
    ],
  });
});
