import type { Build, TestOfBuild, TestRun } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '../../api/api-error.ts';
import { attemptMessages } from '../../domain-ui/build-messages.ts';
import { ReadNotice } from '../../domain-ui/read-notice.tsx';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { formatMs } from './format-ms.ts';
import { testMessages } from './messages.ts';
import css from './test-detail.module.css';
import { buildTestQuery, type TestedRepo } from './test-queries.ts';
import { shownAs } from './test-view.ts';

interface TestDetailProps {
  repo: TestedRepo;
  build: Build;
  test: TestOfBuild;
  renderLogLink: (stage: number, step: number) => ReactNode;
}

/** Output of a test in each of its runs in the build. */
export function TestDetail({ repo, build, test, renderLogLink }: TestDetailProps) {
  const { data, error, refetch } = useQuery(buildTestQuery(repo, build, test.id));
  if (error && !data) return <ReadNotice message={errorText(error)} onRetry={refetch} />;
  if (!data) {
    return (
      <div className={css.runs} aria-hidden="true">
        <Skeleton width="30%" />
        <Skeleton width="100%" height={72} />
      </div>
    );
  }
  return (
    <ul className={css.runs}>
      {data.runs.map((run) => (
        <li key={`${run.attempt}/${run.stage}/${run.step}/${run.path}`} className={css.run}>
          <RunFacts build={build} run={run} file={data.file}>
            {renderLogLink(run.stage, run.step)}
          </RunFacts>
          <RunTexts run={run} />
        </li>
      ))}
    </ul>
  );
}

interface RunFactsProps {
  build: Build;
  run: TestRun;
  file: string | undefined;
  children: ReactNode;
}

function RunFacts({ build, run, file, children }: RunFactsProps) {
  const text = useTexts(testMessages);
  const attempts = useTexts(attemptMessages);
  return (
    <p className={css.facts}>
      <span className={css.outcome}>
        <StatusIcon status={shownAs[run.status]} size={14} isDecorative />
        {text.statuses[run.status]}
      </span>
      {build.attempts && <span>{attempts.attempt(run.attempt)}</span>}
      {run.was_rerun && <span>{text.wasRerun}</span>}
      <span>{formatMs(run.ms)}</span>
      {file && <code>{file}</code>}
      <code>{run.path}</code>
      {children}
    </p>
  );
}

function RunTexts({ run: { type, message, details, output } }: { run: TestRun }) {
  const text = useTexts(testMessages);
  const shownMessage = details?.startsWith(message ?? '') ? '' : message;
  return (
    <>
      {shownMessage && (
        <p className={css.message}>
          {type && <strong>{type}: </strong>}
          {shownMessage}
        </p>
      )}
      {details && <Excerpt title={text.details} content={details} />}
      {output && <Excerpt title={text.output} content={output} />}
    </>
  );
}

function Excerpt({ title, content }: { title: string; content: string }) {
  const { common } = useMessages();
  return (
    <figure className={css.figure}>
      <figcaption className={css.caption}>
        {title}
        <CopyButton text={content} copied={common.copied} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable */}
      <pre className={css.text} tabIndex={0}>
        {content}
      </pre>
    </figure>
  );
}
