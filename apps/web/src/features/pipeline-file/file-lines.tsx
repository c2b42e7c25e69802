import css from './file-lines.module.css';
import type { ExcerptLine, ProblemPlace } from './problem-place.ts';

interface FileLinesProps {
  label: string;
  lines: readonly ExcerptLine[];
  /** Position to highlight, with a caret below its column. */
  problem?: ProblemPlace;
}

/** Renders lines of a file with line numbers. */
export function FileLines({ label, lines, problem }: FileLinesProps) {
  return (
    <figure className={css.file} aria-label={label}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable */}
      <pre className={css.lines} tabIndex={0}>
        {lines.map(({ number, text }) => (
          <span
            key={number}
            className={css.line}
            data-problem={number === problem?.line || undefined}
          >
            <span className={css.number} aria-hidden="true">
              {number}
            </span>
            <span>{text}</span>
            {number === problem?.line && problem.column !== undefined && (
              <span className={css.caret} aria-hidden="true">
                {`${text.slice(0, problem.column - 1).replaceAll(/[^\t]/g, ' ')}^`}
              </span>
            )}
            {'\n'}
          </span>
        ))}
      </pre>
    </figure>
  );
}
