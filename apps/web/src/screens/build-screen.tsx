import type { Build } from '@millrace/contract/api';
import { hasFailed } from '@millrace/contract/vocabulary';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { errorText, isMissing, isUnauthorized } from '../api/api-error.ts';
import { earlierAttempt } from '../api/attempt.ts';
import { hasExtras } from '../api/server-extras.ts';
import { ReadNotice } from '../domain-ui/read-notice.tsx';
import { namesFile } from '../features/artifacts/file-address.ts';
import { readNumber } from '../features/builds/build-address.ts';
import { BuildHead } from '../features/builds/build-head.tsx';
import { attemptQuery, buildQuery } from '../features/builds/build-queries.ts';
import { type BuildView, readView, rememberView, viewsOf } from '../features/builds/build-view.ts';
import { BuildWarnings } from '../features/builds/build-warnings.tsx';
import { FailureSkeleton } from '../features/builds/failure-skeleton.tsx';
import { findSelection, isStageMissing } from '../features/builds/stage-tree-view.ts';
import { useBuildInBackground } from '../features/builds/use-build-in-background.ts';
import { useTabState } from '../features/builds/use-tab-state.ts';
import { readLogSearch } from '../features/log-search/log-search-address.ts';
import { canAdministerRepo, canWriteRepo } from '../features/repos/repo-permissions.ts';
import { repoQuery } from '../features/repos/repo-queries.ts';
import { useCurrentUser } from '../features/session/session-queries.ts';
import { usePageMessages } from '../lib/i18n/messages.tsx';
import { lazyPart } from '../lib/load-part.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { Boundary } from '../ui/boundary.tsx';
import { Notice } from '../ui/notice.tsx';
import { BuildOverview } from './build-overview.tsx';
import css from './build-screen.module.css';
import { BuildWorkspace } from './build-workspace.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';

const AttemptBar = lazyPart(() => import('../features/builds/attempt-bar.tsx'), 'AttemptBar');

const FailurePanel = lazyPart(() => import('./failure-panel.tsx'), 'FailurePanel');

const SummaryList = lazyPart(() => import('../features/summaries/summary-list.tsx'), 'SummaryList');

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
  const [chosenView, setChosenView] = useState<BuildView>(() =>
    readLogSearch(location.search) ? 'logs' : namesFile(location.search) ? 'files' : readView(),
  );
  const view = !build || viewsOf(build).includes(chosenView) ? chosenView : 'logs';
  usePageTitle(text.page(buildNumber, stageNumber, stepNumber, `${namespace}/${name}`));

  useTabState(newest);
  useBuildInBackground(repo, newest);
  const changeView = (next: BuildView) => {
    rememberView(next);
    setChosenView(next);
  };
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
  const selection = build && findSelection(build, stageNumber, stepNumber);
  return (
    <div className={css.fill} data-fill-height>
      <BuildHead
        repo={repo}
        buildNumber={buildNumber}
        build={build}
        newest={newest}
        canWrite={canWriteRepo(repoAnswer.data, user)}
        view={view}
        onViewChange={changeView}
      />
      {build && <BuildWarnings build={build} />}
      {build?.attempts && (
        <AboveLog>
          <AttemptBar build={build} />
        </AboveLog>
      )}
      {build === newest && build && hasExtras(build) && hasFailed(build.status) && (
        <AboveLog instead={<FailureSkeleton build={build} />}>
          <FailurePanel
            repo={repo}
            build={build}
            onOpenStep={() => changeView('logs')}
            onOpenTests={() => changeView('tests')}
          />
        </AboveLog>
      )}
      {build && hasSummary(build) && (
        <AboveLog>
          <SummaryList repo={repo} build={build} attempt={address.attempt} />
        </AboveLog>
      )}
      {!build && error ? (
        <div className={css.message}>
          <ReadNotice
            message={errorText(error) || text.unknownError}
            onRetry={isEarlier ? earlier.refetch : answer.refetch}
          />
        </div>
      ) : problem ? (
        <div className={css.message}>
          <Notice tone="danger">{problem}</Notice>
        </div>
      ) : view !== 'logs' ? (
        <BuildOverview
          address={address}
          build={build}
          selection={selection}
          view={view}
          canDelete={canAdministerRepo(repoAnswer.data, user)}
          onOpenLog={() => changeView('logs')}
          onStreamEnd={readAgain}
        />
      ) : (
        <BuildWorkspace
          address={address}
          build={build}
          selection={selection}
          canDecide={canWriteRepo(repoAnswer.data, user)}
          onStreamEnd={readAgain}
        />
      )}
    </div>
  );
}

function hasSummary({ stages = [] }: Build): boolean {
  return stages.some(({ steps = [] }) => steps.some((step) => step.summary));
}

/** What tells more of a build than its log does: where it cannot be loaded, the log stands without it. */
function AboveLog({ instead, children }: { instead?: ReactNode; children: ReactNode }) {
  return (
    <Boundary fallback={null}>
      <Suspense fallback={instead}>{children}</Suspense>
    </Boundary>
  );
}
