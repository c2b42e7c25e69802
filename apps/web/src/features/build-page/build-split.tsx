import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { buildMessages } from '../../domain-ui/build-messages.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import css from './build-split.module.css';

const minimumPx = 190;
const usualPx = 300;
/** Share of the whole width by which an arrow key moves the separator. */
const keyStep = 0.05;

/** Resizable panels: steps on the left, the console on the right. */
export function BuildSplit({ side, main }: { side: ReactNode; main: ReactNode }) {
  const text = useTexts(buildMessages);
  const split = useRef<HTMLDivElement>(null);
  const [wantedPx, setWantedPx] = useState(usualPx);
  const [totalPx, setTotalPx] = useState(0);
  const maximumPx = Math.max(minimumPx, totalPx - minimumPx);
  const widthPx = Math.min(Math.max(wantedPx, minimumPx), maximumPx);
  useLayoutEffect(() => {
    const element = split.current;
    if (!element) return;
    const measure = () => setTotalPx(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const percentOf = (px: number) => (totalPx ? Math.round((px / totalPx) * 100) : undefined);
  const onKeyDown = (event: KeyboardEvent) => {
    const position = {
      ArrowLeft: widthPx - totalPx * keyStep,
      ArrowRight: widthPx + totalPx * keyStep,
      Home: minimumPx,
      End: maximumPx,
    }[event.key];
    if (position === undefined) return;
    event.preventDefault();
    setWantedPx(Math.min(Math.max(position, minimumPx), maximumPx));
  };
  return (
    <div className={css.split} ref={split}>
      <div id="steps" className={css.side} style={{ width: widthPx }}>
        {side}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a separator that takes the focus and has a position */}
      <div
        role="separator"
        aria-label={text.resize}
        aria-controls="steps"
        aria-orientation="vertical"
        aria-valuemin={percentOf(minimumPx)}
        aria-valuemax={percentOf(maximumPx)}
        aria-valuenow={percentOf(widthPx)}
        tabIndex={0}
        className={css.separator}
        onKeyDown={onKeyDown}
        onDoubleClick={() => setWantedPx(usualPx)}
        // Otherwise, the browser would select the text that the pointer passes.
        onMouseDown={(event) => event.preventDefault()}
        onPointerDown={(event) => {
          event.currentTarget.focus();
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={(event) => {
          if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
          const left = split.current?.getBoundingClientRect().left ?? 0;
          setWantedPx(Math.min(Math.max(event.clientX - left, minimumPx), maximumPx));
        }}
      />
      <div id="console" className={css.main}>
        {main}
      </div>
    </div>
  );
}
