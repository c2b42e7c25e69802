import type { RepoEvent } from '@millrace/contract/stream';
import { sampleBuild, sampleRepo, sampleStage } from '@millrace/contract/testing';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { throttleEvents } from './throttle-events.ts';

const event = (build: Partial<RepoEvent['build']>): RepoEvent => ({
  ...sampleRepo(),
  build: sampleBuild(build),
});

describe('throttled events', () => {
  let applied: string[];
  let stages: (number | undefined)[];
  const start = () =>
    throttleEvents(({ build }) => {
      applied.push(`${build.number}.${build.version}`);
      stages.push(build.stages?.length);
    });

  beforeEach(() => {
    vi.useFakeTimers();
    applied = [];
    stages = [];
    return () => void vi.useRealTimers();
  });

  it('are applied at once if there is one, and in a batch if there are several', () => {
    const throttled = start();
    for (const version of [1, 2, 3, 4]) throttled.add(event({ number: 1, version }));
    expect(applied).toEqual(['1.1']);
    vi.advanceTimersByTime(100);
    expect(applied).toEqual(['1.1', '1.4']);
    vi.advanceTimersByTime(500);
    throttled.add(event({ number: 1, version: 5 }));
    expect(applied).toEqual(['1.1', '1.4', '1.5']);
  });

  it('keep the newest state of each build, in the order of the last changes', () => {
    const throttled = start();
    throttled.add(event({ number: 9, version: 1 }));
    throttled.add(event({ number: 1, version: 4 }));
    throttled.add(event({ number: 2, version: 1 }));
    throttled.add(event({ number: 1, version: 3 }));
    vi.advanceTimersByTime(100);
    expect(applied).toEqual(['9.1', '2.1', '1.4']);
  });

  it('keep the stages of an earlier event if the newer one has none', () => {
    const throttled = start();
    throttled.add(event({ number: 1, version: 1 }));
    throttled.add(event({ number: 1, version: 2, stages: [sampleStage()] }));
    throttled.add(event({ number: 1, version: 3 }));
    vi.advanceTimersByTime(100);
    expect(applied).toEqual(['1.1', '1.3']);
    expect(stages).toEqual([undefined, 1]);
  });

  it('are not applied after the end', () => {
    const throttled = start();
    for (const version of [1, 2]) throttled.add(event({ number: 1, version }));
    throttled.end();
    vi.advanceTimersByTime(500);
    expect(applied).toEqual(['1.1']);
  });
});
