import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { errorText } from '../../api/api-error.ts';
import { ReadNotice } from '../../domain-ui/read-notice.tsx';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { formatMs } from './format-ms.ts';
import { testMessages } from './messages.ts';
import css from './repo-tests.module.css';
import { type TestedRepo, testHistoryQuery } from './test-queries.ts';
import { shownAs } from './test-view.ts';

interface TestHistoryListProps {
  repo: TestedRepo;
  test: number;
  branch: string;
  renderBuild: (number: number) => ReactNode;
}

const shownRuns = 10;

/** Results of a test in each build, newest first. */
export function TestHistoryList({ repo, test, branch, renderBuild }: TestHistoryListProps) {
  const { common } = useMessages();
  const text = useTexts(testMessages);
  const { data, error, refetch } = useQuery(testHistoryQuery(repo, test, branch));
  const [shown, setShown] = useState(shownRuns);
  if (error && !data) return <ReadNotice message={errorText(error)} onRetry={refetch} />;
  if (!data) return <Skeleton width="60%" height={shownRuns * 28} />;
  return (
    <>
      <ol className={css.runs}>
        {data.runs.slice(0, shown).map(({ build, status, ms, is_flaky, message }) => (
          <li key={build.number} className={css.run}>
            <StatusIcon status={shownAs[status]} size={14} />
            {renderBuild(build.number)}
            <span className={css.suite}>
              {build.target} · <RelativeTime timeSec={build.created} />
            </span>
            {is_flaky && <span className={css.flaky}>{text.isFlaky}</span>}
            <span className={css.said}>{message?.split('\n')[0]}</span>
            <span className={css.time}>{formatMs(ms)}</span>
          </li>
        ))}
      </ol>
      {data.runs.length > shown && (
        <Button size="small" onClick={() => setShown(data.runs.length)}>
          {common.showMore}
        </Button>
      )}
    </>
  );
}
