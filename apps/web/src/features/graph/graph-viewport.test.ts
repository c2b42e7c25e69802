import { describe, expect, it } from 'vitest';
import { moveIntoView, openingViewport } from './graph-viewport.ts';

const view = { width: 1000, height: 600 };

describe('what a graph opens with', () => {
  it('is all of a small one, in the middle', () => {
    const { zoom, x } = openingViewport({ x: 0, y: 0, width: 400, height: 100 }, view);
    expect(zoom).toBe(1.4);
    expect(x + 200 * zoom).toBeCloseTo(500);
  });

  it('is the start of a wide one, at a size to read', () => {
    const { zoom, x } = openingViewport({ x: 10, y: 0, width: 9000, height: 100 }, view);
    expect(zoom).toBe(0.9);
    expect(x + 10 * zoom).toBeCloseTo(24);
  });

  it('is the top of a tall one', () => {
    const { zoom, y } = openingViewport({ x: 0, y: 0, width: 400, height: 9000 }, view);
    expect(zoom).toBe(0.9);
    expect(y).toBeCloseTo(24);
  });
});

describe('a part that is reached with the keyboard', () => {
  const part = { width: 80, height: 36 };

  it('moves nothing while it is in view', () => {
    expect(moveIntoView({ ...part, x: 100, y: 100 }, view)).toEqual({ x: 0, y: 0 });
  });

  it('comes in from either side', () => {
    expect(moveIntoView({ ...part, x: 1200, y: 100 }, view)).toEqual({ x: -304, y: 0 });
    expect(moveIntoView({ ...part, x: -50, y: -10 }, view)).toEqual({ x: 74, y: 34 });
  });
});
