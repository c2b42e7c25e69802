import type { Build, Stage } from '@millrace/contract/api';
import { X } from 'lucide';
import { useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { consoleState } from '../domain-ui/build-address.ts';
import type { Selection } from '../domain-ui/build-stages.ts';
import { lazyPart } from '../domain-ui/lazy-part.tsx';
import { mayStartLater, waitsForStart } from '../domain-ui/manual-stage.ts';
import { BuildSplit } from '../features/build-page/build-split.tsx';
import { ConsolePane } from '../features/console/console-pane.tsx';
import type { LogAddress } from '../features/console/engine/open-log.ts';
import { FailureLink } from '../features/failures/failure-link.tsx';
import { logSearchMessages } from '../features/log-search/messages.ts';
import { StageTree } from '../features/stages/stage-tree.tsx';
import { StageTreeSkeleton } from '../features/stages/stage-tree-skeleton.tsx';
import { hasMark } from '../lib/entry-marks.ts';
import { useMessages, useTexts } from '../lib/i18n/messages.tsx';
import { mobileQuery, useMediaQuery } from '../lib/use-media-query.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { OpenLogSearch, useBuildLogSearch } from './build-log-search.tsx';
import css from './build-workspace.module.css';
import { renderTimeLeft } from './render-time-left.tsx';

const BlockedStage = lazyPart(
  () => import('../features/control-build/blocked-stage.tsx'),
  'BlockedStage',
);
const ManualStage = lazyPart(
  () => import('../features/control-build/manual-stage.tsx'),
  'ManualStage',
);
const StageWaitingNote = lazyPart(
  () => import('../features/stages/stage-waiting-note.tsx'),
  'StageWaitingNote',
);
const Dialog = lazyPart(() => import('../ui/dialog.tsx'), 'Dialog');
const LogSearch = lazyPart(() => import('./log-search.tsx'), 'LogSearch');

interface BuildWorkspaceProps {
  address: LogAddress;
  build: Build | undefined;
  selection: Selection | undefined;
  /** Whether the viewer may approve, start and decline a stage. */
  canDecide: (stage: Stage) => boolean;
  /** Whether the viewer may delete logs. */
  canDelete: boolean;
  /** Whether the log fills the window. */
  isFull: boolean;
  toggleFull: () => void;
  onStreamEnd: () => void;
}

/**
 * The steps beside the console. On a small screen, the console covers the page once a step is selected, on
 * the page or by an external link.
 */
export function BuildWorkspace(props: BuildWorkspaceProps) {
  const { address, build, selection, canDecide, canDelete, onStreamEnd } = props;
  const { isFull, toggleFull } = props;
  const { common } = useMessages();
  const text = useTexts(logSearchMessages);
  const isMobile = useMediaQuery(mobileQuery);
  const slug = `${address.namespace}/${address.name}`;
  const { isConsoleOpen, close } = useConsoleCover();
  const search = useBuildLogSearch(build);
  const logSearch = search && build && (
    <LogSearch search={search} repo={address} build={build} isBesideLog={!isMobile} />
  );

  const side = <Steps slug={slug} address={address} build={build} search={search} />;
  const main = (closeButton?: React.ReactNode) =>
    build && selection?.stage ? (
      <StageConsole
        canDecide={canDecide}
        console={{
          address,
          build,
          stage: selection.stage,
          step: selection.step,
          onStreamEnd,
          closeButton,
          canDelete,
          ...(isMobile ? {} : { isFull, toggleFull }),
        }}
      />
    ) : null;

  if (isFull && !isMobile) return main();
  if (!isMobile) return <BuildSplit side={search?.isOpen ? logSearch : side} main={main()} />;
  return (
    <>
      {side}
      {search && (
        <Dialog
          title={text.title}
          isOpen={search.isOpen && !isConsoleOpen}
          onClose={search.close}
          isFullscreen
        >
          {logSearch}
        </Dialog>
      )}
      <Dialog
        title={selection?.step?.name ?? selection?.stage?.name ?? ''}
        isOpen={isConsoleOpen}
        onClose={close}
        isFullscreen
      >
        {main(
          <Button kind="ghost" isIcon aria-label={common.close} onClick={close}>
            <Icon icon={X} />
          </Button>,
        )}
      </Dialog>
    </>
  );
}

/**
 * Returns whether the console covers the page on a small screen: a step was selected on the page or by an
 * external link.
 */
function useConsoleCover() {
  const { state, key, pathname, search } = useLocation();
  const isStepNamed = useParams().step !== undefined;
  const navigate = useNavigate();
  const [linkedPath, setLinkedPath] = useState(isStepNamed && isFirstEntry(key) ? pathname : null);
  const close = () => {
    setLinkedPath(null);
    navigate({ pathname, search }, { replace: true });
  };
  return { isConsoleOpen: hasMark(state, consoleState) || linkedPath === pathname, close };
}

interface StepsProps extends Pick<BuildWorkspaceProps, 'address' | 'build'> {
  slug: string;
  search: ReturnType<typeof useBuildLogSearch>;
}

/** The stages and steps, with links to the log search and the first failure above them. */
function Steps({ slug, address, build, search }: StepsProps) {
  return (
    <div className={css.side}>
      {search && <OpenLogSearch search={search} />}
      {build && <FailureLink slug={slug} build={build} />}
      {build ? (
        <StageTree
          slug={slug}
          build={build}
          stageNumber={address.stage}
          stepNumber={address.step}
          renderTimeLeft={renderTimeLeft}
        />
      ) : (
        <StageTreeSkeleton />
      )}
    </div>
  );
}

/** Returns whether this is the first page of the visit: an external link opens the console of its step. */
function isFirstEntry(key: string): boolean {
  return key === 'default';
}

interface StageConsoleProps {
  console: Parameters<typeof ConsolePane>[0];
  canDecide: (stage: Stage) => boolean;
}

/** The console of a step, or a form while a person must approve or start its stage. */
function StageConsole({ console, canDecide }: StageConsoleProps) {
  const { build, stage, address, closeButton } = console;
  const isManual = waitsForStart(stage) || mayStartLater(build, stage);
  const isBlocked = stage.status === 'blocked' && build.status !== 'declined';
  if (!isManual && !isBlocked) {
    return (
      <div className={css.side}>
        <ConsolePane
          {...console}
          waitingReason={stage.waiting && <StageWaitingNote stage={stage} />}
        />
      </div>
    );
  }
  const { namespace, name } = address;
  const shown = { repo: { namespace, name }, build: build.number, canDecide: canDecide(stage) };
  return (
    <div className={css.side}>
      {closeButton}
      {isManual ? (
        <ManualStage {...shown} stage={stage} />
      ) : (
        <BlockedStage {...shown} stage={stage.number} />
      )}
    </div>
  );
}
