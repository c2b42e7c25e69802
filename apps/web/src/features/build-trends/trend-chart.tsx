import { type KeyboardEvent, useState } from 'react';
import { Link } from 'react-router';
import { classNames } from '../../lib/class-names.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { labelledPeriods, linesOf, type Scale } from './chart-view.ts';
import css from './trend-chart.module.css';
import { trendPageMessages } from './trend-page-messages.ts';

interface ChartLine {
  name: string;
  kind: 'main' | 'second';
  /** One for each period; undefined without a value. */
  values: readonly (number | undefined)[];
}

export interface ChartPoint {
  start: number;
  /** Day in full, and short below the chart. */
  day: string;
  shortDay: string;
  /** Values of all lines in words; null if the period has no build. */
  text: string | null;
  to: string;
}

export interface ChartMark {
  /** In percent of the width. */
  position: number;
  label: string;
  text: string;
  to: string;
}

interface TrendChartProps {
  label: string;
  scale: Scale;
  lines: readonly ChartLine[];
  points: readonly ChartPoint[];
  marks?: readonly ChartMark[];
}

/**
 * Line chart over days or weeks. Each period is a link to its builds, and each mark a link to its build. The links
 * of the periods are one tab stop; arrow keys move between them.
 */
export function TrendChart({ label, scale, lines, points, marks = [] }: TrendChartProps) {
  const text = useTexts(trendPageMessages);
  const [focused, setFocused] = useState<number>();
  const [shown, setShown] = useState<ChartPoint>();
  const links = points.filter((point) => point.text !== null);
  const tabStop = links.find(({ start }) => start === focused) ?? links.at(-1);
  const labelled = new Set(labelledPeriods(points.length));
  const describe = ({ day, text: values }: ChartPoint) => text.point(day, values ?? text.none);
  const percent = (value: number) => `${(value / scale.max) * 100}%`;
  return (
    <figure className={css.chart} aria-label={label}>
      <div className={css.legend} aria-hidden="true">
        {lines.length > 1 &&
          lines.map(({ name, kind }) => (
            <span key={name} className={classNames(css.key, css[kind])}>
              {name}
            </span>
          ))}
        <span className={css.shown}>{shown ? describe(shown) : text.hint}</span>
      </div>
      <div className={css.axis} aria-hidden="true">
        {scale.ticks.map(({ value, label: tick }) => (
          <span key={tick} style={{ bottom: percent(value) }}>
            {tick}
          </span>
        ))}
      </div>
      <div className={css.plot}>
        <svg
          className={css.lines}
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {scale.ticks.map(({ value }) => {
            const y = 100 - (value / scale.max) * 100;
            return <line key={value} className={css.grid} x1="0" x2="100" y1={y} y2={y} />;
          })}
          {marks.map(({ position, to }) => (
            <line key={to} className={css.mark} x1={position} x2={position} y1="0" y2="100" />
          ))}
          {lines.flatMap(({ kind, values }) =>
            linesOf(values, scale.max).map((line) => (
              <polyline key={`${kind} ${line}`} className={css[kind]} points={line} />
            )),
          )}
        </svg>
        <ol
          className={css.points}
          style={{ gridTemplateColumns: `repeat(${points.length}, minmax(0, 1fr))` }}
          onKeyDown={moveFocus}
          onPointerLeave={() => setShown(undefined)}
        >
          {points.map((point, index) => (
            <li key={point.start}>
              {point.text !== null && (
                <Link
                  className={css.point}
                  to={point.to}
                  tabIndex={point === tabStop ? 0 : -1}
                  aria-label={describe(point)}
                  onFocus={() => {
                    setFocused(point.start);
                    setShown(point);
                  }}
                  onPointerEnter={() => setShown(point)}
                >
                  {/* Equal values hide each other: the main one must be visible. */}
                  {lines.toReversed().map(({ kind, values }) => {
                    const value = values[index];
                    return (
                      value !== undefined && (
                        <i key={kind} className={css[kind]} style={{ bottom: percent(value) }} />
                      )
                    );
                  })}
                </Link>
              )}
            </li>
          ))}
        </ol>
        {marks.map(({ position, label: name, text: change, to }) => (
          <Link
            key={to}
            className={classNames(css.flag, position > 50 && css.left)}
            style={{ left: `${position}%` }}
            to={to}
            aria-label={change}
            title={change}
          >
            {name}
          </Link>
        ))}
      </div>
      <div className={css.days} aria-hidden="true">
        {points.map(
          ({ start, shortDay }, index) =>
            labelled.has(index) && (
              <span key={start} style={{ left: `${((index + 0.5) / points.length) * 100}%` }}>
                {shortDay}
              </span>
            ),
        )}
      </div>
    </figure>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: links.length - 1 }[event.key];
  if (next === undefined || !links[next]) return;
  event.preventDefault();
  links[next].focus();
}
