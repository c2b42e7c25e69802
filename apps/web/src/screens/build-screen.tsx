import type { Build, Stage } from '@millrace/contract/api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { buildQuery, type RepoName } from '../api/build-queries.ts';
import { readNumber } from '../domain-ui/build-address.ts';
import { buildMessages } from '../domain-ui/build-messages.ts';
import { findSelection, hasFailurePanel } from '../domain-ui/build-stages.ts';
import { lazyPart } from '../domain-ui/lazy-part.tsx';
import { listUnapproved, waitsForApproval } from '../domain-ui/manual-stage.ts';
import { BuildHead } from '../features/build-page/build-head.tsx';
import { useBuildInBackground } from '../features/build-page/use-build-in-background.ts';
import { useBuildKeys } from '../features/build-page/use-build-keys.ts';
import { useFollowRun } from '../features/build-page/use-follow-run.ts';
import { useOpeningPlace } from '../features/build-page/use-opening-place.ts';
import { useTabState } from '../features/build-page/use-tab-state.ts';
import { canDecideStage } from '../features/control-build/can-decide-build.ts';
import { useFailureKey } from '../features/failures/failure-link.tsx';
import { canAdministerRepo, canWriteRepo } from '../features/repos/repo-permissions.ts';
import { repoQuery } from '../features/repos/repo-queries.ts';
import { useCurrentUser } from '../features/sign-in/session-queries.ts';
import { earlierAttempt } from '../lib/attempt.ts';
import { classNames } from '../lib/class-names.ts';
import { useTexts } from '../lib/i18n/messages.tsx';
import { hasExtras } from '../lib/server-extras.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { Boundary } from '../ui/boundary.tsx';
import { BuildContent } from './build-content.tsx';
import { BuildControls } from './build-controls.tsx';
import css from './build-screen.module.css';
import { buildScreenState } from './build-screen-state.ts';
import { NotFoundScreen } from './not-found-screen.tsx';
import { renderTimeLeft } from './render-time-left.tsx';
import { useBuildView } from './use-build-view.ts';
import { useRepoParams } from './use-repo-params.ts';
import { useShownBuild } from './use-shown-build.ts';

/** Replaces parts that cannot be loaded, so that the log is shown without them. */
const renderNothing = () => null;

const AttemptBar = lazyPart(() => import('../features/build-page/attempt-bar.tsx'), 'AttemptBar', {
  missing: renderNothing,
});

const BuildWarnings = lazyPart(
  () => import('../features/build-page/build-warnings.tsx'),
  'BuildWarnings',
  { instead: () => <div className={css.warningLine} />, missing: renderNothing },
);

const ApprovalBanner = lazyPart(
  () => import('../features/approvals/approval-banner.tsx'),
  'ApprovalBanner',
  { instead: () => <div className={css.approval} />, missing: renderNothing },
);

const PausedBuild = lazyPart(
  () => import('../features/terminals/build-terminals.ts'),
  'PausedBuild',
  { missing: renderNothing },
);

const FailurePanel = lazyPart(() => import('./failure-panel.tsx'), 'FailurePanel', {
  instead: () => <div className={css.failureLine} />,
  missing: renderNothing,
});

const RareNotices = lazyPart(() => import('./rare-notices.tsx'), 'RareNotices', {
  instead: ({ build }) => build.file_base && <div className={css.fileChange} />,
  missing: renderNothing,
});

export function BuildScreen() {
  const { namespace = '', name = '', build, stage, step } = useRepoParams();
  const buildNumber = readNumber(build);
  const stageNumber = readNumber(stage, 1);
  const stepNumber = readNumber(step, 1);
  if (!buildNumber || !stageNumber || !stepNumber) return <NotFoundScreen />;
  return (
    <BuildPage
      key={`${namespace}/${name}/${buildNumber}`}
      {...{ namespace, name, buildNumber, stageNumber, stepNumber }}
    />
  );
}

interface BuildPageProps {
  namespace: string;
  name: string;
  buildNumber: number;
  stageNumber: number;
  stepNumber: number;
}

function BuildPage({ namespace, name, buildNumber, stageNumber, stepNumber }: BuildPageProps) {
  const text = useTexts(buildMessages);
  const client = useQueryClient();
  const repo = { namespace, name };
  const slug = `${namespace}/${name}`;
  const { data: user } = useCurrentUser();
  const { data: repoData, error: repoError } = useQuery(repoQuery(namespace, name));
  const { newest, build, retry, ...errors } = useShownBuild(repo, buildNumber);
  const { view, addressOf, changeView } = useBuildView(build);
  usePageTitle(text.page(buildNumber, stageNumber, stepNumber, slug));

  useTabState(newest);
  useBuildInBackground(repo, newest);
  useFailureKey(slug, build);
  const selection = build && findSelection(build, stageNumber, stepNumber);
  useFollowRun(slug, build, selection);
  // Until the page is where it opens, it shows its placeholder; later it moves with the build.
  const isOpening = useOpeningPlace(slug, build, view);
  const [hasOpened, setHasOpened] = useState(false);
  if (build && !isOpening && !hasOpened) setHasOpened(true);
  const shown = isOpening && !hasOpened ? undefined : build;
  const { isFull, toggleFull } = useBuildKeys({
    slug,
    build,
    view,
    changeView,
    selected: { stage: stageNumber, step: stepNumber },
  });

  const state = buildScreenState({ build, ...errors, repoError }, stageNumber, view);
  if (state.kind === 'notFound') return <NotFoundScreen />;
  const canWrite = canWriteRepo(repoData, user);
  const canAdminister = canAdministerRepo(repoData, user);
  const failed = build === newest && build && hasFailurePanel(build) ? build : undefined;
  const controls = newest && (
    <BuildControls
      repo={repo}
      build={newest}
      canWrite={canWrite}
      hasFailurePanel={failed !== undefined}
    />
  );
  const address = { ...repo, build: buildNumber, stage: stageNumber, step: stepNumber };
  const canDecide = (stage: Stage) =>
    canDecideStage(build, stage, { user, canWrite, canAdminister });
  return (
    <div className={classNames(css.fill, isFull && css.full)} data-fill-height>
      {!isFull && (
        <>
          <BuildHead
            {...{ repo, buildNumber, view }}
            build={shown}
            newest={shown && newest}
            actions={controls}
            timeLeft={build && renderTimeLeft(`${namespace}/${name}`, build)}
            viewAddress={addressOf}
          />
          <BuildNotices
            {...{ repo, canWrite, canDecide }}
            build={shown}
            failed={shown && failed}
            onOpenTests={() => changeView('tests')}
          />
        </>
      )}
      <BuildContent
        // The build decides what is above: its placeholder must not move.
        key={shown ? 'build' : 'placeholder'}
        {...{ state, isFull, toggleFull }}
        build={shown}
        selection={shown && selection}
        repo={repoData}
        address={{ ...address, attempt: build && earlierAttempt(build) }}
        canDecide={canDecide}
        canDelete={canAdminister}
        onStreamEnd={() => client.invalidateQueries(buildQuery(repo, buildNumber))}
        onRetry={retry}
      />
    </div>
  );
}

interface BuildNoticesProps {
  repo: RepoName;
  build: Build | undefined;
  /** The build if the page shows the failure panel. */
  failed: Build | undefined;
  canWrite: boolean;
  /** Whether the viewer may approve and decline a stage. */
  canDecide: (stage: Stage) => boolean;
  onOpenTests: () => void;
}

/** Warnings, attempts and failures of a build. */
function BuildNotices(props: BuildNoticesProps) {
  const { repo, build, failed, canWrite, canDecide, onOpenTests } = props;
  return (
    <>
      {build && waitsForApproval(build) && hasExtras(build) && (
        <AboveLog>
          <ApprovalBanner
            repo={repo}
            build={build}
            canDecide={listUnapproved(build).every(canDecide)}
          />
        </AboveLog>
      )}
      {build?.warnings && build.warnings.length > 0 && <BuildWarnings build={build} />}
      {(build?.expired || build?.file_base) && (
        <AboveLog>
          <RareNotices repo={repo} build={build} />
        </AboveLog>
      )}
      {build?.attempts && (
        <AboveLog>
          <AttemptBar build={build} />
        </AboveLog>
      )}
      {canWrite && build?.status === 'running' && (build.debug || build.pause_before) && (
        <AboveLog>
          <PausedBuild repo={repo} build={build} />
        </AboveLog>
      )}
      {failed && (
        <AboveLog>
          <FailurePanel repo={repo} build={failed} canWrite={canWrite} onOpenTests={onOpenTests} />
        </AboveLog>
      )}
    </>
  );
}

/** Catches render errors of the parts above the log, so that the log is shown without them. */
function AboveLog({ children }: { children: ReactNode }) {
  return <Boundary fallback={null}>{children}</Boundary>;
}
