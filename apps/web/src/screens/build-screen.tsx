import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { errorText, isMissing, isUnauthorized } from '../api/api-error.ts';
import { attemptQuery, buildQuery } from '../api/build-queries.ts';
import { readNumber } from '../domain-ui/build-address.ts';
import { findSelection, hasFailurePanel, isStageMissing } from '../domain-ui/build-stages.ts';
import { lazyPart } from '../domain-ui/lazy-part.tsx';
import { ReadNotice } from '../domain-ui/read-notice.tsx';
import { BuildHead } from '../features/build-page/build-head.tsx';
import { BuildWarnings } from '../features/build-page/build-warnings.tsx';
import { useBuildInBackground } from '../features/build-page/use-build-in-background.ts';
import { useFollowRun } from '../features/build-page/use-follow-run.ts';
import { useTabState } from '../features/build-page/use-tab-state.ts';
import { useFailureKey } from '../features/failures/failure-link.tsx';
import { canAdministerRepo, canWriteRepo } from '../features/repos/repo-permissions.ts';
import { repoQuery } from '../features/repos/repo-queries.ts';
import { useCurrentUser } from '../features/session/session-queries.ts';
import { earlierAttempt } from '../lib/attempt.ts';
import { usePageMessages } from '../lib/i18n/messages.tsx';
import { hasExtras } from '../lib/server-extras.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { Boundary } from '../ui/boundary.tsx';
import { Notice } from '../ui/notice.tsx';
import { BuildControls } from './build-controls.tsx';
import { BuildOverview } from './build-overview.tsx';
import css from './build-screen.module.css';
import { BuildWorkspace } from './build-workspace.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';
import { useBuildView } from './use-build-view.ts';

/** The log stands without the parts above it while they cannot be loaded. */
const nothing = () => null;

const AttemptBar = lazyPart(() => import('../features/build-page/attempt-bar.tsx'), 'AttemptBar', {
  missing: nothing,
});

const FailurePanel = lazyPart(() => import('./failure-panel.tsx'), 'FailurePanel', {
  instead: () => <div className={css.failureLine} />,
  missing: nothing,
});

const plainProblem = ({ message }: { message: string }) => <Notice tone="danger">{message}</Notice>;
const PipelineProblem = lazyPart(
  () => import('../features/pipeline-file/pipeline-problem.tsx'),
  'PipelineProblem',
  { instead: plainProblem, missing: plainProblem },
);

export function BuildScreen() {
  const { namespace = '', name = '', build, stage, step } = useParams();
  const buildNumber = readNumber(build);
  const stageNumber = readNumber(stage, 1);
  const stepNumber = readNumber(step, 1);
  if (!buildNumber || !stageNumber || !stepNumber) return <NotFoundScreen />;
  return (
    <BuildAt
      key={`${namespace}/${name}/${buildNumber}`}
      {...{ namespace, name, buildNumber, stageNumber, stepNumber }}
    />
  );
}

interface BuildAtProps {
  namespace: string;
  name: string;
  buildNumber: number;
  stageNumber: number;
  stepNumber: number;
}

function BuildAt({ namespace, name, buildNumber, stageNumber, stepNumber }: BuildAtProps) {
  const { build: text } = usePageMessages();
  const client = useQueryClient();
  const repo = { namespace, name };
  const { data: user } = useCurrentUser();
  const repoAnswer = useQuery(repoQuery(namespace, name));
  const wanted = readNumber(useSearchParams()[0].get('attempt') ?? undefined);
  const answer = useQuery(buildQuery(repo, buildNumber));
  const newest = answer.data;
  const isEarlier = wanted !== null && wanted < (newest?.attempt ?? 1);
  const earlier = useQuery({
    ...attemptQuery(repo, buildNumber, wanted ?? 1),
    enabled: isEarlier,
  });
  const build = isEarlier ? earlier.data : newest;
  const { view, changeView } = useBuildView(build);
  usePageTitle(text.page(buildNumber, stageNumber, stepNumber, `${namespace}/${name}`));

  useTabState(newest);
  useBuildInBackground(repo, newest);
  useFailureKey(`${namespace}/${name}`, build);
  const selection = build && findSelection(build, stageNumber, stepNumber);
  useFollowRun(`${namespace}/${name}`, build, selection);
  const readAgain = () => client.invalidateQueries(buildQuery(repo, buildNumber));

  const error = answer.error ?? (isEarlier ? earlier.error : null) ?? repoAnswer.error;
  const isGone = isMissing(answer.error);
  if (isGone || (!build && (isMissing(error) || isUnauthorized(error)))) return <NotFoundScreen />;

  const problem = build
    ? build.error || (isStageMissing(build, stageNumber) ? text.unknownError : null)
    : null;
  const address = {
    ...repo,
    build: buildNumber,
    stage: stageNumber,
    step: stepNumber,
    attempt: build && earlierAttempt(build),
  };
  const canWrite = canWriteRepo(repoAnswer.data, user);
  const canDelete = canAdministerRepo(repoAnswer.data, user);
  const failed = build === newest && build && hasFailurePanel(build) ? build : undefined;
  return (
    <div className={css.fill} data-fill-height>
      <BuildHead
        repo={repo}
        buildNumber={buildNumber}
        build={build}
        newest={newest}
        actions={
          newest && (
            <BuildControls
              repo={repo}
              build={newest}
              canWrite={canWrite}
              hasFailurePanel={failed !== undefined}
            />
          )
        }
        view={view}
        onViewChange={changeView}
      />
      {build && <BuildWarnings build={build} />}
      {build?.attempts && (
        <AboveLog>
          <AttemptBar build={build} />
        </AboveLog>
      )}
      {failed && (
        <AboveLog>
          <FailurePanel
            repo={repo}
            build={failed}
            canWrite={canWrite}
            onOpenTests={() => changeView('tests')}
          />
        </AboveLog>
      )}
      {!build && error ? (
        <div className={css.message}>
          <ReadNotice
            message={errorText(error) || text.unknownError}
            onRetry={isEarlier ? earlier.refetch : answer.refetch}
          />
        </div>
      ) : problem && view !== 'pipeline' ? (
        <div className={css.message}>
          {build?.error && hasExtras(build) ? (
            <PipelineProblem
              build={{ namespace, name, build: buildNumber }}
              path={repoAnswer.data?.config_path ?? ''}
              message={problem}
            />
          ) : (
            <Notice tone="danger">{problem}</Notice>
          )}
        </div>
      ) : view !== 'logs' ? (
        <BuildOverview
          address={address}
          build={build}
          selection={selection}
          view={view}
          canDelete={canDelete}
          onStreamEnd={readAgain}
        />
      ) : (
        <BuildWorkspace
          address={address}
          build={build}
          selection={selection}
          canDecide={canWrite}
          canDelete={canDelete}
          onStreamEnd={readAgain}
        />
      )}
    </div>
  );
}

/** The log stands without this where it cannot be drawn. */
function AboveLog({ children }: { children: ReactNode }) {
  return <Boundary fallback={null}>{children}</Boundary>;
}
