import type { RepoEvent } from '@millrace/contract/stream';
import { sampleBuild, sampleRepo, sampleStage } from '@millrace/contract/testing';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { gatherEvents } from './gather-events.ts';

const event = (build: Partial<RepoEvent['build']>): RepoEvent => ({
  ...sampleRepo(),
  build: sampleBuild(build),
});

describe('changes that follow each other quickly', () => {
  let applied: string[];
  let stages: (number | undefined)[];
  const gather = () =>
    gatherEvents(({ build }) => {
      applied.push(`${build.number}.${build.version}`);
      stages.push(build.stages?.length);
    });

  beforeEach(() => {
    vi.useFakeTimers();
    applied = [];
    stages = [];
    return () => void vi.useRealTimers();
  });

  it('are shown at once where there is one, and together where there are more', () => {
    const gathered = gather();
    for (const version of [1, 2, 3, 4]) gathered.add(event({ number: 1, version }));
    expect(applied).toEqual(['1.1']);
    vi.advanceTimersByTime(100);
    expect(applied).toEqual(['1.1', '1.4']);
    vi.advanceTimersByTime(500);
    gathered.add(event({ number: 1, version: 5 }));
    expect(applied).toEqual(['1.1', '1.4', '1.5']);
  });

  it('keep the newest state of each build, the one that changed last as the last', () => {
    const gathered = gather();
    gathered.add(event({ number: 9, version: 1 }));
    gathered.add(event({ number: 1, version: 4 }));
    gathered.add(event({ number: 2, version: 1 }));
    gathered.add(event({ number: 1, version: 3 }));
    vi.advanceTimersByTime(100);
    expect(applied).toEqual(['9.1', '2.1', '1.4']);
  });

  it('keep stages that only the earlier one has', () => {
    const gathered = gather();
    gathered.add(event({ number: 1, version: 1 }));
    gathered.add(event({ number: 1, version: 2, stages: [sampleStage()] }));
    gathered.add(event({ number: 1, version: 3 }));
    vi.advanceTimersByTime(100);
    expect(applied).toEqual(['1.1', '1.3']);
    expect(stages).toEqual([undefined, 1]);
  });

  it('are not shown once nobody wants them', () => {
    const gathered = gather();
    for (const version of [1, 2]) gathered.add(event({ number: 1, version }));
    gathered.end();
    vi.advanceTimersByTime(500);
    expect(applied).toEqual(['1.1']);
  });
});
