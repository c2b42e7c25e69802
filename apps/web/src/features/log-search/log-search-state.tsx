import type { Build, LogSearch } from '@millrace/contract/api';
import type { LogQuery } from '@millrace/contract/log-pattern';
import type { UseQueryResult } from '@tanstack/react-query';
import { ApiError, errorText } from '../../api/api-error.ts';
import { ReadNotice } from '../../domain-ui/read-notice.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import css from './log-search-panel.module.css';
import { logSearchMessages } from './messages.ts';

interface LogSearchStateProps {
  query: LogQuery;
  result: UseQueryResult<LogSearch>;
  found: LogSearch | undefined;
  build: Build;
}

/** Shows the number of matching lines, or why there are none. */
export function LogSearchState({ query, result, found, build }: LogSearchStateProps) {
  const text = useTexts(logSearchMessages);
  const stepCount = build.stages?.flatMap(({ steps }) => steps ?? []).length ?? 0;
  const isInvalidQuery = result.error instanceof ApiError && result.error.status === 400;
  const statusText = () => {
    if (query.text === '') return text.hint(stepCount);
    if (found) return text.found(found.count, found.steps.length);
    return result.isError ? '' : text.searching;
  };
  return (
    <div className={css.state}>
      <output className={css.count} aria-live="polite">
        {statusText()}
      </output>
      {query.text !== '' && result.isPending && <HitSkeleton />}
      {query.text !== '' && result.error && isInvalidQuery && (
        <Notice tone="warning">{errorText(result.error)}</Notice>
      )}
      {query.text !== '' && result.error && !isInvalidQuery && (
        <ReadNotice message={errorText(result.error)} onRetry={result.refetch} />
      )}
      {found && !found.isComplete && (
        <Notice tone="warning">{text.stopped[found.reason ?? 'time']}</Notice>
      )}
    </div>
  );
}

const widths = [180, 240, 210, 150, 230];

function HitSkeleton() {
  return (
    <div className={css.skeletons}>
      {widths.map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  );
}
