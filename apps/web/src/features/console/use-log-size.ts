import { type RefObject, useLayoutEffect, useState } from 'react';

export interface LogSize {
  /** Height of the viewport in pixels. */
  height: number;
  /** Width available for the text of a line, in pixels. */
  textWidth: number;
  /** Width of a character in pixels; 0 until it is measured. */
  charWidth: number;
}

/** Number of characters in the probe: few enough to never wrap. */
export const probeChars = 8;

/** Measures the viewport and the width of a character. `probe` contains {@link probeChars} characters. */
export function useLogSize(
  scroller: RefObject<HTMLElement | null>,
  probe: RefObject<HTMLElement | null>,
): LogSize {
  const [size, setSize] = useState<LogSize>({ height: 0, textWidth: 0, charWidth: 0 });
  useLayoutEffect(() => {
    const [element, text] = [scroller.current, probe.current];
    const sample = text?.firstElementChild;
    if (!element || !text || !sample) return;
    const measure = () => {
      // In print, the height depends on the rendered lines, so it cannot determine how many to render.
      if (matchMedia('print').matches) return;
      const height = element.clientHeight;
      const textWidth = text.getBoundingClientRect().width;
      const charWidth = sample.getBoundingClientRect().width / probeChars;
      setSize((old) =>
        old.height === height && old.textWidth === textWidth && old.charWidth === charWidth
          ? old
          : { height, textWidth, charWidth },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    // The width of the probe changes when the font is loaded.
    for (const watched of [element, text, sample]) observer.observe(watched);
    return () => observer.disconnect();
  }, [scroller, probe]);
  return size;
}
