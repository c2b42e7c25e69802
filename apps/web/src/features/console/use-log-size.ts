import { type RefObject, useLayoutEffect, useState } from 'react';

export interface LogSize {
  /** Height of the visible part of the log. */
  height: number;
  /** Room for the text of a line. */
  textWidth: number;
  /** Width of a character; 0 until it is known. */
  charWidth: number;
}

/** Few enough for one row on any screen. */
export const probeChars = 8;

/** Measures the view and the size of a character: `probe` holds {@link probeChars} characters. */
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
      // Paper is as long as what is drawn, and so tells nothing of how much to draw.
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
    // The sample's width changes when the font has come.
    for (const watched of [element, text, sample]) observer.observe(watched);
    return () => observer.disconnect();
  }, [scroller, probe]);
  return size;
}
