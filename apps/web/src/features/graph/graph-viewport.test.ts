import { describe, expect, it } from 'vitest';
import { moveIntoView, openingViewport } from './graph-viewport.ts';

const view = { width: 1000, height: 600 };

describe('initial viewport', () => {
  it('centres a small graph', () => {
    const { zoom, x } = openingViewport({ x: 0, y: 0, width: 400, height: 100 }, view);
    expect(zoom).toBe(1.4);
    expect(x + 200 * zoom).toBeCloseTo(500);
  });

  it('shows a whole graph that is a little too large', () => {
    const { zoom, x } = openingViewport({ x: 10, y: 0, width: 1600, height: 100 }, view);
    expect(zoom).toBeGreaterThan(0.5);
    expect(x + 10 * zoom).toBeGreaterThan(0);
    expect(x + 1610 * zoom).toBeLessThan(view.width);
  });

  it('shows the start of a wide graph at a readable size', () => {
    const { zoom, x } = openingViewport({ x: 10, y: 0, width: 9000, height: 100 }, view);
    expect(zoom).toBe(0.9);
    expect(x + 10 * zoom).toBeCloseTo(24);
  });

  it('shows the top of a tall graph', () => {
    const { zoom, y } = openingViewport({ x: 0, y: 0, width: 400, height: 9000 }, view);
    expect(zoom).toBe(0.9);
    expect(y).toBeCloseTo(24);
  });
});

describe('moving a focused node into view', () => {
  const part = { width: 80, height: 36 };

  it('does not move a visible node', () => {
    expect(moveIntoView({ ...part, x: 100, y: 100 }, view)).toEqual({ x: 0, y: 0 });
  });

  it('moves a node into view from either side', () => {
    expect(moveIntoView({ ...part, x: 1200, y: 100 }, view)).toEqual({ x: -304, y: 0 });
    expect(moveIntoView({ ...part, x: -50, y: -10 }, view)).toEqual({ x: 74, y: 34 });
  });
});
