import type { Build } from '@millrace/contract/api';
import { isFinished } from '@millrace/contract/vocabulary';
import { ChevronRight } from 'lucide';
import { type CSSProperties, memo, type ReactNode, useDeferredValue, useState } from 'react';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { classNames } from '../../lib/class-names.ts';
import { formatDuration, formatShortDuration } from '../../lib/format-time.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { useNowSec } from '../../lib/use-now.ts';
import { Icon } from '../../ui/icon.tsx';
import css from './build-timeline.module.css';
import { foldMatrices, type ShownRow } from './fold-matrices.ts';
import { timelineMessages } from './messages.ts';
import {
  axisTicks,
  type Phase,
  readTimeline,
  type Timeline,
  type TimelineRow,
  timeIn,
} from './timeline-view.ts';

interface BuildTimelineProps {
  build: Build;
  /** Renders the name of a row, as a link to its log if there is one. */
  renderName: (row: TimelineRow, name: ReactNode) => ReactNode;
}

const phases: Phase[] = ['waiting', 'starting', 'running'];

/**
 * Shows when each stage and step waited, started and ran, as a table with one time axis. Rendering thousands
 * of rows is slow, so it is deferred in favour of user input.
 */
export function BuildTimeline({ build, renderName }: BuildTimelineProps) {
  const nowSec = useNowSec(!isFinished(build.status));
  const shown = useDeferredValue(build);
  return (
    <TimelineTable
      build={shown}
      nowSec={useDeferredValue(nowSec || build.finished)}
      renderName={useDeferredValue(renderName)}
    />
  );
}

const TimelineTable = memo(function TimelineTable({
  build,
  nowSec,
  renderName,
}: BuildTimelineProps & { nowSec: number }) {
  const text = useTexts(timelineMessages);
  const [unfolded, setUnfolded] = useState<readonly string[]>([]);
  const timeline = readTimeline(build, nowSec);
  const rows = foldMatrices(timeline.rows, build.stages ?? [], unfolded, nowSec);
  const toggle = (matrix: string) =>
    setUnfolded(
      unfolded.includes(matrix)
        ? unfolded.filter((name) => name !== matrix)
        : [...unfolded, matrix],
    );
  const length = timeline.end - timeline.start;
  if (!timeline.rows.some((row) => row.spans.length > 0)) {
    return <p className={css.none}>{text.none}</p>;
  }
  return (
    <section className={css.timeline} aria-label={text.label}>
      <ul className={css.legend}>
        {phases.map((phase) => (
          <li key={phase}>
            <span className={classNames(css.swatch, css[phase])} />
            {text.phases[phase]}
          </li>
        ))}
        <li>
          <span className={classNames(css.swatch, css.critical)} />
          {text.critical}
        </li>
      </ul>
      <table className={css.table}>
        <caption className="visually-hidden">{text.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{text.name}</th>
            {phases.map((phase) => (
              <th key={phase} scope="col" className={css.time}>
                {text.phases[phase]}
              </th>
            ))}
            <th scope="col" className={css.time} title={text.savingHint}>
              {text.saving}
            </th>
            <th scope="col" className={css.axis}>
              <span className="visually-hidden">{text.axis}</span>
              <Ticks length={length} />
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={row.key}
              row={row}
              timeline={timeline}
              renderName={
                row.count === undefined
                  ? renderName
                  : (_, name) => (
                      <MatrixName
                        isOpen={unfolded.includes(row.name)}
                        count={row.count}
                        onClick={() => toggle(row.name)}
                      >
                        {name}
                      </MatrixName>
                    )
              }
            />
          ))}
        </tbody>
      </table>
    </section>
  );
});

interface MatrixNameProps {
  isOpen: boolean;
  count: string | undefined;
  onClick: () => void;
  children: ReactNode;
}

/** The name of a matrix, which shows and hides its stages. */
function MatrixName({ isOpen, count, onClick, children }: MatrixNameProps) {
  const text = useTexts(timelineMessages);
  return (
    <button type="button" className={css.matrix} aria-expanded={isOpen} onClick={onClick}>
      <Icon icon={ChevronRight} size={12} />
      {children}
      <span className={css.kept} title={text.succeeded}>
        {count}
        <span className="visually-hidden"> {text.succeeded}</span>
      </span>
    </button>
  );
}

interface RowProps {
  row: ShownRow;
  timeline: Timeline;
  renderName: BuildTimelineProps['renderName'];
}

function Row({ row, timeline, renderName }: RowProps) {
  const text = useTexts(timelineMessages);
  const isStage = row.step === undefined;
  return (
    <tr
      className={classNames(
        isStage ? css.stage : css.step,
        hasEndedBadly(row) && css.failed,
        row.isCritical && css.onPath,
      )}
    >
      <th scope="row">
        {renderName(
          row,
          <span className={css.name}>
            <StatusIcon status={row.status} size={14} />
            <span>{row.name}</span>
          </span>,
        )}
        {row.isCritical && <span className="visually-hidden"> {text.isCritical}</span>}
        {isStage && row.reusedFrom && <span className={css.kept}>{text.kept(row.reusedFrom)}</span>}
      </th>
      {phases.map((phase) => (
        <td key={phase} className={css.time} data-phase={text.phases[phase]}>
          <Duration sec={timeIn(row, phase)} />
        </td>
      ))}
      <td className={css.time} data-phase={text.saving}>
        <Duration sec={row.saving > 0 ? row.saving : null} />
      </td>
      <td className={css.axis}>
        <div className={css.bars} aria-hidden="true">
          {row.spans.map((span) => (
            <span
              key={span.phase}
              className={classNames(css.bar, css[span.phase])}
              title={`${text.phases[span.phase]}: ${formatShortDuration(span.to - span.from)}`}
              style={place(span.from, span.to, timeline)}
            />
          ))}
        </div>
      </td>
    </tr>
  );
}

function hasEndedBadly({ status }: ShownRow): boolean {
  return status === 'failure' || status === 'error';
}

function Duration({ sec }: { sec: number | null }) {
  return sec === null ? null : formatShortDuration(sec);
}

function Ticks({ length }: { length: number }) {
  return (
    <span className={css.ticks} aria-hidden="true">
      {axisTicks(length).map((at) => (
        <span key={at} style={{ insetInlineStart: `${length > 0 ? (at / length) * 100 : 0}%` }}>
          {formatDuration(at)}
        </span>
      ))}
    </span>
  );
}

function place(from: number, to: number, { start, end }: Timeline): CSSProperties {
  const length = Math.max(1, end - start);
  return {
    insetInlineStart: `${((from - start) / length) * 100}%`,
    width: `${((to - from) / length) * 100}%`,
  };
}
