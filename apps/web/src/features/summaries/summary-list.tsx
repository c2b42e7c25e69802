import type { Build } from '@millrace/contract/api';
import { getSummary } from '@millrace/contract/api';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { errorText } from '../../api/api-error.ts';
import { callApi } from '../../api/call-api.ts';
import { lazyPart } from '../../domain-ui/lazy-part.tsx';
import { attemptOf } from '../../lib/attempt.ts';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { findSummaries, type StepSummary } from './find-summaries.ts';
import { summaryMessages } from './messages.ts';
import { readMarkdown } from './read-markdown.ts';
import css from './summary-list.module.css';

const loading = () => <Skeleton width="60%" height={18} />;
const Markdown = lazyPart(() => import('./markdown.tsx'), 'Markdown', { instead: loading });

interface SummaryListProps {
  repo: { namespace: string; name: string };
  build: Build;
  /** The shown attempt, or undefined if it is the newest. */
  attempt: number | undefined;
}

/** Summaries of the steps of a build. */
export function SummaryList({ repo, build, attempt }: SummaryListProps) {
  const text = useTexts(summaryMessages);
  return (
    <div className={css.list}>
      {findSummaries(build).map((summary) => (
        <section
          key={`${summary.stage}/${summary.step}/${summary.ended}`}
          aria-label={text.of(summary.stageName, summary.stepName)}
        >
          <p className={css.name}>
            {summary.stageName} › {summary.stepName}
          </p>
          <Summary {...{ repo, build, attempt, summary }} />
        </section>
      ))}
    </div>
  );
}

function summaryQuery({ repo, build, attempt, summary }: SummaryListProps & SummaryOf) {
  const params = { ...repo, build: build.number, stage: summary.stage, step: summary.step };
  return queryOptions({
    // The summary of a finished step never changes. If the step runs again, the attempt or its end differs.
    queryKey: ['summary', params, attempt ?? build.attempt, summary.ended],
    queryFn: async ({ signal }) => {
      const { text } = await callApi(getSummary, { params, query: attemptOf(attempt), signal });
      return { text, tree: await readMarkdown(text, signal) };
    },
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });
}

interface SummaryOf {
  summary: StepSummary;
}

function Summary(props: SummaryListProps & SummaryOf) {
  const { common } = useMessages();
  const text = useTexts(summaryMessages);
  const { data, error, refetch } = useQuery(summaryQuery(props));
  if (error && !data) {
    return (
      <p className={css.failure}>
        {text.failed(errorText(error))}{' '}
        <Button size="small" onClick={() => refetch()}>
          {common.retry}
        </Button>
      </p>
    );
  }
  if (!data) return loading();
  if (!data.tree) {
    return (
      <>
        <p className={css.note}>{text.plain}</p>
        <pre className={css.plain}>{data.text}</pre>
      </>
    );
  }
  return <Markdown tree={data.tree} />;
}
