import { compareLogs, type SurplusLine } from '@millrace/contract/api';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { errorText, isMissing } from '../../api/api-error.ts';
import { callApi } from '../../api/call-api.ts';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import css from './compare.module.css';
import { compareMessages } from './messages.ts';

interface LogDifferenceProps {
  repo: { namespace: string; name: string };
  /** The later build and the numbers of the step in it. */
  after: { build: number; stage: number; step: number };
  /** The earlier build. Its step is found by name. */
  before: number;
}

function logComparisonQuery({ repo, after, before }: LogDifferenceProps) {
  return queryOptions({
    queryKey: ['log-comparison', repo, after, before],
    queryFn: ({ signal }) =>
      callApi(compareLogs, {
        params: { ...repo, ...after },
        query: { with: String(before) },
        signal,
      }),
    meta: { quiet: true },
  });
}

/**
 * Lists the lines that only one of two logs of a step has, or has more often. Times and numbers are ignored.
 */
export function LogDifference(props: LogDifferenceProps) {
  const { repo } = props;
  const { common } = useMessages();
  const text = useTexts(compareMessages);
  const { data, error, refetch } = useQuery(logComparisonQuery(props));
  if (isMissing(error)) return <p className={css.none}>{text.logsMissing}</p>;
  if (error && !data) {
    return (
      <div className={css.logFailure}>
        <Notice tone="danger">{text.logsFailed(errorText(error))}</Notice>
        <Button onClick={() => refetch()}>{common.retry}</Button>
      </div>
    );
  }
  if (!data) return <Skeleton width="100%" height={160} />;
  const { here, there, isComplete } = data;
  const sides = [there, here];
  if (isComplete && sides.every(({ kinds }) => kinds === 0)) {
    return <p className={css.none}>{text.sameLogs}</p>;
  }
  return (
    <>
      {!isComplete && <Notice tone="warning">{text.logsTooLong}</Notice>}
      <div className={css.logs}>
        {sides.map(({ build, stage, step, kinds, lines }) => (
          <section key={build} aria-label={text.onlyIn(build)}>
            <h3 className={css.logTitle}>{text.onlyIn(build)}</h3>
            {lines.length === 0 ? (
              <p className={css.none}>{text.nothing}</p>
            ) : (
              <ol className={css.lines}>
                {lines.map((line) => (
                  <OnlyLine
                    key={line.pos}
                    line={line}
                    path={paths.build(`${repo.namespace}/${repo.name}`, build, stage, step)}
                  />
                ))}
              </ol>
            )}
            {kinds > lines.length && (
              <p className={css.none}>{text.moreLines(kinds - lines.length)}</p>
            )}
          </section>
        ))}
      </div>
    </>
  );
}

function OnlyLine({ line, path }: { line: SurplusLine; path: string }) {
  const text = useTexts(compareMessages);
  const { pos, out, count, otherCount } = line;
  return (
    <li>
      <Link className={css.onlyLine} to={`${path}#L${pos + 1}`}>
        <span className={css.lineNumber}>{pos + 1}</span>
        <span className={css.onlyText}>{out}</span>
        {(count > 1 || otherCount > 0) && (
          <span className={css.times}>{text.times(count, otherCount)}</span>
        )}
      </Link>
    </li>
  );
}
