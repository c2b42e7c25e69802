import type { Build, UsualDuration } from '@millrace/contract/api';
import type { ReactNode } from 'react';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { classNames } from '../../lib/class-names.ts';
import { formatDuration } from '../../lib/format-time.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import table from '../../ui/table.module.css';
import { cardStyle } from '../../ui/table.tsx';
import css from './compare.module.css';
import { type ComparedRow, compareStages, type Part, secondsOf } from './compare-view.ts';
import { compareMessages } from './messages.ts';

interface CompareTableProps {
  before: Build;
  after: Build;
  usual: readonly UsualDuration[];
  /** Renders an action for a step that both builds have. */
  renderAction: (row: ComparedRow) => ReactNode;
}

/** Table that compares the stages and steps of two builds. */
export function CompareTable({ before, after, usual, renderAction }: CompareTableProps) {
  const text = useTexts(compareMessages);
  const rows = compareStages(before, after, usual);
  if (rows.length === 0) return <p className={css.none}>{text.noStages}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable
    <div className={table.scroller} tabIndex={0}>
      <table
        className={classNames(table.table, css.stages)}
        style={cardStyle([text.name, `#${before.number}`, `#${after.number}`, text.difference])}
      >
        <thead>
          <tr>
            <th scope="col">{text.name}</th>
            <th scope="col">#{before.number}</th>
            <th scope="col">#{after.number}</th>
            <th scope="col">{text.difference}</th>
            <th scope="col">
              <span className="visually-hidden">{text.logs}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} className={row.step === undefined ? css.stage : css.step}>
              <th scope="row">{row.name}</th>
              <td>
                <PartState part={row.before} />
              </td>
              <td>
                <PartState part={row.after} />
              </td>
              <td>
                <Difference row={row} />
              </td>
              <td className={table.actions}>{renderAction(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function PartState({ part }: { part: Part | undefined }) {
  const text = useTexts(compareMessages);
  if (!part) return <span className={css.absent}>{text.absent}</span>;
  const seconds = secondsOf(part);
  return (
    <span className={css.state}>
      <StatusIcon status={part.status} size={14} />
      {seconds === null ? null : formatDuration(seconds)}
    </span>
  );
}

function Difference({ row: { change, longer, usual } }: { row: ComparedRow }) {
  const text = useTexts(compareMessages);
  const word = change === 'same' ? null : text.changes[change];
  if (!word && !longer) return null;
  return (
    <span className={css.difference}>
      {word && <span className={classNames(css.change, css[change])}>{word}</span>}
      {longer !== null && longer !== 0 && (
        <span>
          {longer > 0 ? '+' : '−'}
          {formatDuration(Math.abs(longer))}
        </span>
      )}
      {usual && (change === 'slower' || change === 'faster') && (
        <span className={css.usual}>
          {text.usually(formatDuration(usual.low), formatDuration(usual.high))}
        </span>
      )}
    </span>
  );
}
