import type { Build } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { isMissing } from '../api/api-error.ts';
import type { RepoName } from '../api/build-queries.ts';
import { canRestartFailed, findSelection } from '../domain-ui/build-stages.ts';
import { lazyPart } from '../domain-ui/lazy-part.tsx';
import { RestartFailedButton } from '../features/control-build/restart-failed-button.tsx';
import { failureQuery } from '../features/failures/failure-query.ts';
import css from '../features/failures/failure-summary.module.css';
import { FailureSummary } from '../features/failures/failure-summary.tsx';
import { failureMessages } from '../features/failures/messages.ts';
import { FailedTestsLine } from '../features/test-reports/failed-tests-line.tsx';
import { useMessages, useTexts } from '../lib/i18n/messages.tsx';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** The page is complete without these parts. */
const optional = { missing: () => null };

const FirstError = lazyPart(() => import('../features/console/first-error.tsx'), 'FirstError', {
  instead: () => <Skeleton width="70%" height={24} />,
  ...optional,
});

const FailureCauses = lazyPart(
  () => import('../features/failures/failure-causes.tsx'),
  'FailureCauses',
  optional,
);

const SeenBefore = lazyPart(
  () => import('../features/causes/seen-before.tsx'),
  'SeenBefore',
  optional,
);

const FindCommit = lazyPart(
  () => import('../features/bisections/find-commit.tsx'),
  'FindCommit',
  optional,
);

const TerminalLauncher = lazyPart(
  () => import('../features/terminals/build-terminals.ts'),
  'TerminalLauncher',
  optional,
);

interface FailurePanelProps {
  repo: RepoName;
  build: Build;
  canWrite: boolean;
  onOpenTests: () => void;
}

/** Failed steps and tests of a build, the first failing build, and the first errors. */
export function FailurePanel({ repo, build, canWrite, onOpenTests }: FailurePanelProps) {
  const { common } = useMessages();
  const text = useTexts(failureMessages);
  const { data, error, refetch } = useQuery(failureQuery(repo, build));
  const isUnknown = error !== null && !data;
  return (
    <FailureSummary
      slug={`${repo.namespace}/${repo.name}`}
      build={build}
      history={data}
      isLoading={!data && !error}
      problem={
        isUnknown &&
        !isMissing(error) && (
          <p>
            {text.failed(error.message)}{' '}
            <Button size="small" onClick={() => refetch()}>
              {common.retry}
            </Button>
          </p>
        )
      }
      failedTests={
        build.tests &&
        build.tests.failed > 0 && <FailedTestsLine repo={repo} build={build} onOpen={onOpenTests} />
      }
      causes={build.stages?.some((stage) => stage.failure_cause) && <FailureCauses build={build} />}
      firstError={({ stage, step = 1 }, path) => (
        <FirstError
          address={{ ...repo, build: build.number, stage, step }}
          exitCode={findSelection(build, stage, step).step?.exit_code}
          className={css.error}
          {...{ build, path }}
        />
      )}
      seenBefore={(stage, step) => <SeenBefore {...{ repo, build, stage, step }} />}
      actions={
        <>
          {data && <FindCommit {...{ repo, build, canWrite }} history={data} />}
          {data && canWrite && <TerminalLauncher repo={repo} build={build} />}
          {canWrite && canRestartFailed(build) && (
            <RestartFailedButton repo={repo} build={build} size="small" />
          )}
        </>
      }
    />
  );
}
