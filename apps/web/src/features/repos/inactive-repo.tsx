import type { Repo } from '@millrace/contract/api';
import { repoMessages } from '../../domain-ui/repo-messages.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { VanishingButton } from '../../ui/vanishing-button.tsx';
import { useActivateRepo } from './repo-mutations.ts';

export function InactiveRepo({ repo }: { repo: Repo }) {
  const text = useTexts(repoMessages);
  const activate = useActivateRepo(repo);
  const canActivate = repo.permissions?.admin === true;
  return (
    <EmptyState
      title={text.inactiveTitle}
      detail={canActivate ? text.inactiveAdmin : text.inactiveOther}
      action={
        canActivate && (
          <VanishingButton
            kind="primary"
            disabled={activate.isPending}
            onClick={() => activate.mutate()}
          >
            {text.activate}
          </VanishingButton>
        )
      }
    />
  );
}
