import { structuredPatch } from 'diff';
import { useTexts } from '../../lib/i18n/messages.tsx';
import css from './compare.module.css';
import { compareMessages } from './messages.ts';

/**
 * Maximum number of changed lines. Beyond that, a message replaces the diff. The page does not respond meanwhile: this
 * number takes 0.7 seconds at worst, and the time grows with its square.
 */
const maxEditLength = 2000;

/** Renders the differences between two versions of a text, with context lines. */
export function FileDiff({ before, after }: { before: string; after: string }) {
  const text = useTexts(compareMessages);
  if (before === after) return <p className={css.none}>{text.sameFile}</p>;
  const patch = structuredPatch('', '', before, after, '', '', { maxEditLength });
  if (!patch) return <p className={css.none}>{text.fileTooDifferent}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable
    <div className={css.diff} tabIndex={0}>
      {patch.hunks.map((hunk) => (
        <Hunk
          key={hunk.oldStart}
          lines={hunk.lines}
          oldStart={hunk.oldStart}
          newStart={hunk.newStart}
        />
      ))}
    </div>
  );
}

interface HunkProps {
  /** Lines of a unified diff, each with its prefix: a space, a minus, a plus or a backslash. */
  lines: string[];
  oldStart: number;
  newStart: number;
}

function Hunk({ lines, oldStart, newStart }: HunkProps) {
  const text = useTexts(compareMessages);
  let [old, now] = [oldStart, newStart];
  return (
    <table className={css.hunk}>
      <tbody>
        {lines
          .filter((line) => !line.startsWith('\\'))
          .map((line) => {
            const kind = line[0] === '-' ? 'removed' : line[0] === '+' ? 'inserted' : 'kept';
            const [left, right] = [kind === 'inserted' ? '' : old, kind === 'removed' ? '' : now];
            if (kind !== 'inserted') old += 1;
            if (kind !== 'removed') now += 1;
            return (
              <tr key={`${left}/${right}`} className={css[kind]}>
                <td className={css.lineNumber}>{left}</td>
                <td className={css.lineNumber}>{right}</td>
                <td className={css.code}>
                  {kind !== 'kept' && <span className="visually-hidden">{text[kind]} </span>}
                  <span aria-hidden="true">{line[0]}</span>
                  {line.slice(1)}
                </td>
              </tr>
            );
          })}
      </tbody>
    </table>
  );
}
