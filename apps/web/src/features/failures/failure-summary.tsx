import type { Build, FailingStep, FailureHistory } from '@millrace/contract/api';
import { ChevronRight } from 'lucide';
import { type ReactNode, useId, useState } from 'react';
import { listFailures } from '../../domain-ui/build-stages.ts';
import { lazyPart } from '../../domain-ui/lazy-part.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import type { Texts } from '../../lib/i18n/texts.ts';
import { paths } from '../../lib/paths.ts';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FailedStepLink } from './failed-step-link.tsx';
import css from './failure-summary.module.css';
import { failureMessages } from './messages.ts';

const FailureDetails = lazyPart(() => import('./failure-details.tsx'), 'FailureDetails', {
  instead: () => <Skeleton width={260} />,
});

interface FailureSummaryProps {
  slug: string;
  build: Build;
  history: FailureHistory | undefined;
  isLoading: boolean;
  /** Explains why there is no history. */
  problem: ReactNode;
  /** Renders the first error in the log of a step as a link to its line. */
  firstError: (step: Pick<FailingStep, 'stage' | 'step'>, path: string) => ReactNode;
  /** Renders how often a step has failed for the same reason. */
  seenBefore: (stage: number, step: number) => ReactNode;
  /** Number of failed tests, if known. */
  failedTests: ReactNode;
  /** Causes that are not in the code. */
  causes: ReactNode;
  /** Buttons at the end of the line. */
  actions: ReactNode;
}

/** One line with the failed step, its error and since when it has been failing. It expands to the details. */
export function FailureSummary(props: FailureSummaryProps) {
  const { slug, build, history, isLoading, problem, firstError, seenBefore } = props;
  const { failedTests, causes, actions } = props;
  const text = useTexts(failureMessages);
  const [isOpen, setIsOpen] = useState(false);
  const detailsId = useId();
  const [first, ...others] = listFailures(build);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a visible legend
    <div role="group" className={css.summary} aria-label={text.label}>
      <div className={css.line}>
        {problem}
        {isLoading && <Skeleton width={180} />}
        {history && (
          <button
            type="button"
            className={css.toggle}
            aria-expanded={isOpen}
            aria-controls={detailsId}
            onClick={() => setIsOpen(!isOpen)}
          >
            <span className={css.chevron}>
              <Icon icon={ChevronRight} size={12} />
            </span>
            {titleOf(history, text)}
          </button>
        )}
        {failedTests}
        {causes}
        {!isOpen && first && (
          <>
            <FailedStepLink slug={slug} build={build} step={first} />
            {others.length > 0 && <span className={css.count}>{text.more(others.length)}</span>}
            {firstError(first, paths.build(slug, build.number, first.stage, first.step))}
          </>
        )}
        <span className={css.actions}>{actions}</span>
      </div>
      {history && isOpen && (
        <div id={detailsId} className={css.details}>
          <FailureDetails {...{ slug, build, history, firstError, seenBefore }} />
        </div>
      )}
    </div>
  );
}

function titleOf({ since, line }: FailureHistory, text: Texts<typeof failureMessages>): string {
  return since && since.builds_ago > 0
    ? text.failsSince(line, since.since, since.builds_ago)
    : text.failsNow(line);
}
