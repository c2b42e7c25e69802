import type { Build } from '@millrace/contract/api';
import { useIsMutating } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { RepoName } from '../../api/build-queries.ts';
import { buildMessages } from '../../domain-ui/build-messages.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { Icon } from '../../ui/icon.tsx';
import { restartFailed } from '../../ui/restart-failed.ts';
import { VanishingButton } from '../../ui/vanishing-button.tsx';
import css from './build-actions.module.css';
import { restartKey, useRestartFailed } from './build-mutations.ts';

interface RestartFailedButtonProps {
  repo: RepoName;
  build: Build;
  size?: 'small';
}

/** Button that restarts the failed stages as the next attempt of the build. */
export function RestartFailedButton({ repo, build, size }: RestartFailedButtonProps) {
  const text = useTexts(buildMessages);
  const navigate = useNavigate();
  const { mutate } = useRestartFailed(repo, build.number);
  const isBusy = useIsMutating({ mutationKey: restartKey(repo, build.number) }) > 0;
  const open = (started: Build | null) => {
    if (started) navigate(paths.build(`${repo.namespace}/${repo.name}`, started.number));
  };
  return (
    <VanishingButton
      className={css.action}
      size={size}
      data-restarts="failed"
      disabled={isBusy}
      onClick={() => mutate(undefined, { onSuccess: open })}
    >
      <Icon icon={restartFailed} size={14} />
      {text.restartOnlyFailed}
    </VanishingButton>
  );
}
