import type { Build, FailingStep, FailureHistory } from '@millrace/contract/api';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { usePageMessages } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { CommitList } from './commit-list.tsx';
import { isFailureOpen, rememberFailureOpen } from './failure-fold.ts';
import { shownFailures } from './failure-skeleton.tsx';
import css from './failure-summary.module.css';
import { StepLink } from './step-link.tsx';

interface FailureSummaryProps {
  slug: string;
  build: Build;
  history: FailureHistory;
  /** What the step's log says of it, as a way there. */
  firstError: (step: FailingStep, path: string) => ReactNode;
  /** How many tests failed, where that is known. */
  failedTests: ReactNode;
  /** A way to a step was taken. */
  onOpenStep: () => void;
}

/** What failed, since when, why, and what changed since it did not. */
export function FailureSummary(props: FailureSummaryProps) {
  const { slug, build, history, firstError, failedTests, onOpenStep } = props;
  const { failure: text } = usePageMessages();
  const [isOpen, setIsOpen] = useState(isFailureOpen);
  const [shown, setShown] = useState(shownFailures);
  const { since, line, steps } = history;
  const hidden = steps.length - shown;
  return (
    <details
      className={css.summary}
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        setIsOpen(open);
        rememberFailureOpen(open);
      }}
    >
      <summary>
        {since && since.builds_ago > 0
          ? text.failsSince(line, since.since, since.builds_ago)
          : text.failsNow(line)}
      </summary>
      {failedTests}
      <ul className={css.steps}>
        {steps.slice(0, shown).map((step) => {
          const path = paths.build(slug, build.number, step.stage, step.step ?? 1);
          return (
            <li key={`${step.stage}/${step.step}`} className={css.step}>
              <div className={css.facts}>
                <StepLink className={css.name} to={path} onClick={onOpenStep}>
                  <StatusIcon status="failure" size={14} />
                  {[step.stage_name, step.step_name].filter(Boolean).join(' › ')}
                </StepLink>
                <StepHistory slug={slug} step={step} />
              </div>
              {step.step !== undefined && firstError(step, path)}
            </li>
          );
        })}
      </ul>
      {hidden > 0 && (
        <p className={css.since}>
          <button type="button" className={css.more} onClick={() => setShown(steps.length)}>
            {text.more(hidden)}
          </button>
        </p>
      )}
      <LastSuccess slug={slug} build={build} history={history} />
    </details>
  );
}

function StepHistory({ slug, step }: { slug: string; step: FailingStep }) {
  const { failure: text } = usePageMessages();
  const { since, builds_ago, failed, of } = step;
  return (
    <>
      {builds_ago > 0 ? (
        <Link to={paths.build(slug, since)}>{text.since(since, builds_ago)}</Link>
      ) : (
        of > 0 && <span className={css.new}>{text.isNew}</span>
      )}
      {failed > 0 && <span>{text.failedBefore(failed, of)}</span>}
    </>
  );
}

function LastSuccess({
  slug,
  build,
  history,
}: Omit<FailureSummaryProps, 'firstError' | 'failedTests' | 'onOpenStep'>) {
  const { failure: text, compare } = usePageMessages();
  const [isOpen, setIsOpen] = useState(false);
  const { last_success: last, commits, has_all_commits, line } = history;
  if (!last) return <p className={css.since}>{text.neverSucceeded(line)}</p>;
  return (
    <>
      <p className={css.since}>
        <span>
          {text.lastSuccess} <Link to={paths.build(slug, last.number)}>#{last.number}</Link>{' '}
          <RelativeTime timeSec={last.finished} />
        </span>
        {commits.length > 0 ? (
          <button
            type="button"
            className={css.more}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {text.commits(commits.length, has_all_commits)}
          </button>
        ) : (
          has_all_commits && <span>{text.sameCommit}</span>
        )}
        <Link to={paths.compare(slug, last.number, build.number)}>
          {compare.compareWith(last.number)}
        </Link>
      </p>
      {isOpen && <CommitList commits={commits} />}
    </>
  );
}
