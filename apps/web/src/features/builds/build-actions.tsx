import type { Build } from '@millrace/contract/api';
import { useIsMutating } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { hasExtras } from '../../api/server-extras.ts';
import { useMessages, usePageMessages } from '../../lib/i18n/messages.tsx';
import { logError } from '../../lib/log-error.ts';
import { paths } from '../../lib/paths.ts';
import { RestartIcon, StopIcon } from '../../ui/build-icons.tsx';
import { Button } from '../../ui/button.tsx';
import { ChevronIcon } from '../../ui/icons.tsx';
import { OnDemand } from '../../ui/on-demand.tsx';
import css from './build-actions.module.css';
import type { BuildMenuProps } from './build-menu.tsx';
import { restartKey, useCancelBuild, useRestartBuild } from './build-mutations.ts';
import type { RepoName } from './build-queries.ts';
import { RestartFailedButton } from './restart-failed-button.tsx';
import { canRestartFailed } from './stage-tree-view.ts';

const loadMenu = () => import('./build-menu.tsx');
const preload = () => loadMenu().catch(logError);
const loadDialog = () => import('./deploy-dialog.tsx');

interface BuildActionsProps {
  repo: RepoName;
  build: Build;
  canWrite: boolean;
  /** It has a button of its own that restarts what failed. */
  hasFailurePanel: boolean;
}

/** Anyone may try to cancel; the server decides. Starting again is for those who may write. */
export function BuildActions(props: BuildActionsProps) {
  const { repo, build, canWrite, hasFailurePanel } = props;
  const { common } = useMessages();
  const { build: text } = usePageMessages();
  const navigate = useNavigate();
  const slug = `${repo.namespace}/${repo.name}`;
  const [isDeploying, setIsDeploying] = useState(false);
  const cancel = useCancelBuild(repo, build.number);
  const restart = useRestartBuild(repo, build.number, { debug: false });
  const debug = useRestartBuild(repo, build.number, { debug: true });
  const isBusy = useIsMutating({ mutationKey: restartKey(repo, build.number) }) > 0;
  // Given with the press: who has left the page by the time of the answer stays where they went.
  const open = (made: Build | null, ...first: [stage?: number, step?: number]) => {
    if (made) navigate(paths.build(slug, made.number, ...first));
  };
  const startAgain = () =>
    restart.mutate(undefined, { onSuccess: (started) => open(started, 1, 1) });

  if (build.status === 'pending' || build.status === 'running') {
    return (
      <Button
        className={css.action}
        disabled={cancel.isPending}
        onClick={() => cancel.mutate(undefined, { onSuccess: (ended) => open(ended) })}
      >
        <StopIcon size={14} />
        {common.cancel}
      </Button>
    );
  }
  if (build.status === 'blocked' || !canWrite) return null;
  return (
    <>
      {hasExtras(build) && canRestartFailed(build) && !hasFailurePanel && (
        <RestartFailedButton repo={repo} build={build} />
      )}
      <Button className={css.action} disabled={isBusy} onClick={startAgain}>
        <RestartIcon size={14} />
        {text.restart}
      </Button>
      <MenuButton
        onRestart={startAgain}
        onPromote={() => setIsDeploying(true)}
        onDebug={() => debug.mutate(undefined, { onSuccess: (started) => open(started) })}
      />
      {isDeploying && (
        <OnDemand load={loadDialog} onMissing={() => setIsDeploying(false)}>
          {({ DeployDialog }) => (
            <DeployDialog repo={repo} build={build} onClose={() => setIsDeploying(false)} />
          )}
        </OnDemand>
      )}
    </>
  );
}

/** The menu itself is fetched with the first press. */
function MenuButton(props: BuildMenuProps) {
  const { build: text } = usePageMessages();
  const [isWanted, setIsWanted] = useState(false);
  const button = (
    <Button
      isIcon
      aria-label={text.actions}
      title={text.actions}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={preload}
      onClick={() => setIsWanted(true)}
    >
      <ChevronIcon />
    </Button>
  );
  if (!isWanted) return button;
  return (
    <OnDemand load={loadMenu} instead={button} onMissing={() => setIsWanted(false)}>
      {({ BuildMenu }) => <BuildMenu {...props} />}
    </OnDemand>
  );
}
