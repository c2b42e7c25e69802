import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { errorText, isMissing, isUnauthorized } from '../api/api-error.ts';
import { ReadNotice } from '../domain-ui/read-notice.tsx';
import { readNumber } from '../features/builds/build-address.ts';
import { BuildHead } from '../features/builds/build-head.tsx';
import { buildQuery } from '../features/builds/build-queries.ts';
import { type BuildView, readView, rememberView, viewsOf } from '../features/builds/build-view.ts';
import { BuildWarnings } from '../features/builds/build-warnings.tsx';
import { findSelection, isStageMissing } from '../features/builds/stage-tree-view.ts';
import { useTabState } from '../features/builds/use-tab-state.ts';
import { readLogSearch } from '../features/log-search/log-search-address.ts';
import { canWriteRepo } from '../features/repos/repo-permissions.ts';
import { repoQuery } from '../features/repos/repo-queries.ts';
import { useCurrentUser } from '../features/session/session-queries.ts';
import { usePageMessages } from '../lib/i18n/messages.tsx';
import { usePageTitle } from '../lib/use-page-title.ts';
import { Notice } from '../ui/notice.tsx';
import { BuildOverview } from './build-overview.tsx';
import css from './build-screen.module.css';
import { BuildWorkspace } from './build-workspace.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';

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
  const answer = useQuery(buildQuery(repo, buildNumber));
  const build = answer.data;
  const [chosenView, setChosenView] = useState<BuildView>(() =>
    readLogSearch(location.search) ? 'logs' : readView(),
  );
  const view = !build || viewsOf(build).includes(chosenView) ? chosenView : 'logs';
  usePageTitle(text.page(buildNumber, stageNumber, stepNumber, `${namespace}/${name}`));

  useTabState(build);
  const changeView = (next: BuildView) => {
    rememberView(next);
    setChosenView(next);
  };
  const readAgain = () => client.invalidateQueries(buildQuery(repo, buildNumber));

  const error = answer.error ?? repoAnswer.error;
  if (!build && (isMissing(error) || isUnauthorized(error))) return <NotFoundScreen />;

  const problem = build
    ? build.error || (isStageMissing(build, stageNumber) ? text.unknownError : null)
    : null;
  const selection = build && findSelection(build, stageNumber, stepNumber);
  return (
    <div className={css.fill} data-fill-height>
      <BuildHead
        repo={repo}
        buildNumber={buildNumber}
        build={build}
        canWrite={canWriteRepo(repoAnswer.data, user)}
        view={view}
        onViewChange={changeView}
      />
      {build && <BuildWarnings build={build} />}
      {!build && answer.error ? (
        <div className={css.message}>
          <ReadNotice
            message={errorText(answer.error) || text.unknownError}
            onRetry={answer.refetch}
          />
        </div>
      ) : problem ? (
        <div className={css.message}>
          <Notice tone="danger">{problem}</Notice>
        </div>
      ) : view !== 'logs' ? (
        <BuildOverview
          address={{ namespace, name, build: buildNumber, stage: stageNumber, step: stepNumber }}
          build={build}
          selection={selection}
          view={view}
          onOpenLog={() => changeView('logs')}
          onStreamEnd={readAgain}
        />
      ) : (
        <BuildWorkspace
          address={{ namespace, name, build: buildNumber, stage: stageNumber, step: stepNumber }}
          build={build}
          selection={selection}
          canDecide={canWriteRepo(repoAnswer.data, user)}
          onStreamEnd={readAgain}
        />
      )}
    </div>
  );
}
