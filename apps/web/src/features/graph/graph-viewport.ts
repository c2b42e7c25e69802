import { getViewportForBounds, type Rect, type Viewport } from '@xyflow/react';

interface Size {
  width: number;
  height: number;
}

/** Smallest zoom at which names are readable. */
const readableZoom = 0.9;
/** Smallest zoom at which the whole graph still says more than its start. */
const overviewZoom = 0.5;
export const fitOptions = { maxZoom: 1.4, padding: 0.1 };
/** Distance of nodes from the edge of the viewport, in pixels. */
const margin = 24;

/**
 * Returns the initial viewport: the whole graph, centred, or its start if the whole graph would be
 * unreadable.
 */
export function openingViewport(bounds: Rect, view: Size): Viewport {
  const { maxZoom, padding } = fitOptions;
  const { width, height } = view;
  const fitting = (minZoom: number) =>
    getViewportForBounds(bounds, width, height, minZoom, maxZoom, padding);
  const whole = fitting(overviewZoom);
  if (bounds.width * whole.zoom <= width && bounds.height * whole.zoom <= height) return whole;
  const centred = fitting(readableZoom);
  const { zoom } = centred;
  return {
    zoom,
    x: bounds.width * zoom > width ? margin - bounds.x * zoom : centred.x,
    y: bounds.height * zoom > height ? margin - bounds.y * zoom : centred.y,
  };
}

/** Converts graph coordinates to coordinates in the viewport. */
export function onScreen({ x, y, width, height }: Rect, viewport: Viewport): Rect {
  const { zoom } = viewport;
  return {
    x: x * zoom + viewport.x,
    y: y * zoom + viewport.y,
    width: width * zoom,
    height: height * zoom,
  };
}

/** Returns the offset that scrolls a part of the graph into view. */
export function moveIntoView(part: Rect, view: Size): { x: number; y: number } {
  return {
    x: moveAlong(part.x, part.width, view.width),
    y: moveAlong(part.y, part.height, view.height),
  };
}

function moveAlong(from: number, length: number, room: number): number {
  if (from < margin) return margin - from;
  return Math.min(0, room - margin - from - length);
}
