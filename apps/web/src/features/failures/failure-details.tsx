import type { Build, FailingStep, FailureHistory } from '@millrace/contract/api';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { compareLinkMessages } from '../../domain-ui/build-messages.ts';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { CommitList } from './commit-list.tsx';
import { FailedStepLink } from './failed-step-link.tsx';
import css from './failure-summary.module.css';
import { failureMessages } from './messages.ts';

/** Number of failed steps that are initially listed. */
const shownFailures = 3;

interface FailureDetailsProps {
  slug: string;
  build: Build;
  history: FailureHistory;
  firstError: (step: FailingStep, path: string) => ReactNode;
  /** Renders how often a step has failed for the same reason. */
  seenBefore: (stage: number, step: number) => ReactNode;
}

/** Lists each failed step with its first error and history, and the changes since the last success. */
export function FailureDetails(props: FailureDetailsProps) {
  const { slug, build, history, firstError, seenBefore } = props;
  const text = useTexts(failureMessages);
  const [shown, setShown] = useState(shownFailures);
  const { steps } = history;
  const hidden = steps.length - shown;
  return (
    <>
      <ul className={css.steps}>
        {steps.slice(0, shown).map((step) => (
          <li key={`${step.stage}/${step.step}`} className={css.step}>
            <div className={css.facts}>
              <FailedStepLink slug={slug} build={build} step={step} />
              <StepHistory slug={slug} step={step} />
            </div>
            {step.step !== undefined &&
              firstError(step, paths.build(slug, build.number, step.stage, step.step))}
            {step.step !== undefined && seenBefore(step.stage, step.step)}
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <p className={css.since}>
          <button type="button" className={css.more} onClick={() => setShown(steps.length)}>
            {text.more(hidden)}
          </button>
        </p>
      )}
      <LastSuccess slug={slug} build={build} history={history} />
    </>
  );
}

function StepHistory({ slug, step }: { slug: string; step: FailingStep }) {
  const text = useTexts(failureMessages);
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
}: Pick<FailureDetailsProps, 'slug' | 'build' | 'history'>) {
  const text = useTexts(failureMessages);
  const compare = useTexts(compareLinkMessages);
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
