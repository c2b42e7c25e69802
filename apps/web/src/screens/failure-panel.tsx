import type { Build } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { isMissing } from '../api/api-error.ts';
import type { RepoName } from '../features/builds/build-queries.ts';
import { failureQuery } from '../features/builds/failure-query.ts';
import { FailureSkeleton } from '../features/builds/failure-skeleton.tsx';
import css from '../features/builds/failure-summary.module.css';
import { FailureSummary } from '../features/builds/failure-summary.tsx';
import { StepLink } from '../features/builds/step-link.tsx';
import { FirstError } from '../features/console/first-error.tsx';
import { FailedTestsLine } from '../features/tests/failed-tests-line.tsx';
import { useMessages, usePageMessages } from '../lib/i18n/messages.tsx';
import { Button } from '../ui/button.tsx';

interface FailurePanelProps {
  repo: RepoName;
  build: Build;
  onOpenStep: () => void;
  onOpenTests: () => void;
}

/** What failed in a build, since when and why, before anything is pressed. */
export function FailurePanel({ repo, build, onOpenStep, onOpenTests }: FailurePanelProps) {
  const { common } = useMessages();
  const { failure: text, console: consoleText } = usePageMessages();
  const { data, error, refetch } = useQuery(failureQuery(repo, build));
  if (error && !data) {
    if (isMissing(error)) return null;
    return (
      <p className={css.summary}>
        {text.failed(error.message)}{' '}
        <Button size="small" onClick={() => refetch()}>
          {common.retry}
        </Button>
      </p>
    );
  }
  if (!data) return <FailureSkeleton build={build} />;
  return (
    <FailureSummary
      slug={`${repo.namespace}/${repo.name}`}
      build={build}
      history={data}
      onOpenStep={onOpenStep}
      failedTests={
        build.tests &&
        build.tests.failed > 0 && <FailedTestsLine repo={repo} build={build} onOpen={onOpenTests} />
      }
      firstError={({ stage, step = 1 }, path) => (
        <FirstError address={{ ...repo, build: build.number, stage, step }}>
          {(line, number, hash) => (
            <StepLink className={css.error} to={path + hash} onClick={onOpenStep}>
              <span className="visually-hidden">{consoleText.line(number)}: </span>
              {line}
            </StepLink>
          )}
        </FirstError>
      )}
    />
  );
}
