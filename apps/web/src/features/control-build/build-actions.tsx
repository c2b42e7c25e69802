import type { Build } from '@millrace/contract/api';
import { isFinished } from '@millrace/contract/vocabulary';
import { useIsMutating } from '@tanstack/react-query';
import { ChevronDown, RotateCw, Square } from 'lucide';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import type { RepoName } from '../../api/build-queries.ts';
import { followState } from '../../domain-ui/build-link.tsx';
import { buildMessages } from '../../domain-ui/build-messages.ts';
import { canRestartFailed } from '../../domain-ui/build-stages.ts';
import { isBlockedForApproval } from '../../domain-ui/manual-stage.ts';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { logError } from '../../lib/log-error.ts';
import { paths } from '../../lib/paths.ts';
import { hasExtras } from '../../lib/server-extras.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { OnDemand } from '../../ui/on-demand.tsx';
import { VanishingButton } from '../../ui/vanishing-button.tsx';
import css from './build-actions.module.css';
import type { BuildMenuProps } from './build-menu.tsx';
import { restartKey, useCancelBuild, useRestartBuild } from './build-mutations.ts';
import { RestartFailedButton } from './restart-failed-button.tsx';

const loadMenu = () => import('./build-menu.tsx');
const preload = () => loadMenu().catch(logError);

interface BuildActionsProps {
  repo: RepoName;
  build: Build;
  canWrite: boolean;
  /** Whether the failure panel is shown, which has its own button to restart failed stages. */
  hasFailurePanel: boolean;
  /** Renders the dialog that promotes the build or rolls back to it. */
  deployDialog: (onClose: () => void) => ReactNode;
}

/**
 * Buttons to cancel or restart a build. Cancel is offered to every viewer, as the server checks the
 * permission; restart only to writers.
 */
export function BuildActions(props: BuildActionsProps) {
  const { repo, build, canWrite, hasFailurePanel, deployDialog } = props;
  const { common } = useMessages();
  const text = useTexts(buildMessages);
  const navigate = useNavigate();
  const slug = `${repo.namespace}/${repo.name}`;
  const [isDeploying, setIsDeploying] = useState(false);
  const cancel = useCancelBuild(repo, build.number);
  const restart = useRestartBuild(repo, build.number, { debug: false });
  const debug = useRestartBuild(repo, build.number, { debug: true });
  const isBusy = useIsMutating({ mutationKey: restartKey(repo, build.number) }) > 0;
  // Passed to `mutate`, not to `useMutation`: then it does not run if the viewer has left the page.
  const open = (target: Build | null, ...first: [stage?: number, step?: number]) => {
    if (target) navigate(paths.build(slug, target.number, ...first), { state: followState });
  };
  const restartBuild = () =>
    restart.mutate(undefined, { onSuccess: (started) => open(started, 1, 1) });

  const canCancel = !isFinished(build.status) && !isBlockedForApproval(build);
  if (canCancel) {
    return (
      <VanishingButton
        className={css.action}
        disabled={cancel.isPending}
        onClick={() => cancel.mutate(undefined, { onSuccess: (ended) => open(ended) })}
      >
        <Icon icon={Square} size={14} />
        {common.cancel}
      </VanishingButton>
    );
  }
  if (!isFinished(build.status) || !canWrite) return null;
  return (
    <>
      {hasExtras(build) && canRestartFailed(build) && !hasFailurePanel && (
        <RestartFailedButton repo={repo} build={build} />
      )}
      <Button className={css.action} data-restarts="all" disabled={isBusy} onClick={restartBuild}>
        <Icon icon={RotateCw} size={14} />
        {text.restart}
      </Button>
      <MenuButton
        repo={repo}
        build={build}
        onRestart={restartBuild}
        onPromote={() => setIsDeploying(true)}
        onDebug={() => debug.mutate(undefined, { onSuccess: (started) => open(started) })}
      />
      {isDeploying && deployDialog(() => setIsDeploying(false))}
    </>
  );
}

/** Menu button that loads the menu on the first click. */
function MenuButton(props: BuildMenuProps) {
  const text = useTexts(buildMessages);
  const [isRequested, setIsRequested] = useState(false);
  const button = (
    <Button
      isIcon
      aria-label={text.actions}
      title={text.actions}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={preload}
      onClick={() => setIsRequested(true)}
    >
      <Icon icon={ChevronDown} />
    </Button>
  );
  if (!isRequested) return button;
  return (
    <OnDemand load={loadMenu} instead={button} onMissing={() => setIsRequested(false)}>
      {({ BuildMenu }) => <BuildMenu {...props} />}
    </OnDemand>
  );
}
