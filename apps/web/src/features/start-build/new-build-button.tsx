import { Plus } from 'lucide';
import { useState } from 'react';
import type { RepoName } from '../../api/build-queries.ts';
import { repoMessages } from '../../domain-ui/repo-messages.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { OnDemand } from '../../ui/on-demand.tsx';
import { usePreload } from '../../ui/use-preload.ts';

const loadDialog = () => import('./new-build-dialog.tsx');

interface NewBuildButtonProps {
  repo: RepoName;
  defaultBranch: string;
}

export function NewBuildButton({ repo, defaultBranch }: NewBuildButtonProps) {
  const text = useTexts(repoMessages);
  const [isOpen, setIsOpen] = useState(false);
  const [hasOpened, setHasOpened] = useState(false);
  usePreload(loadDialog);
  const open = () => {
    setHasOpened(true);
    setIsOpen(true);
  };
  const reset = () => {
    setIsOpen(false);
    setHasOpened(false);
  };
  return (
    <>
      <Button kind="primary" onClick={open}>
        <Icon icon={Plus} />
        {text.newBuild}
      </Button>
      {hasOpened && (
        <OnDemand load={loadDialog} onMissing={reset}>
          {({ NewBuildDialog }) => (
            <NewBuildDialog
              repo={repo}
              defaultBranch={defaultBranch}
              isOpen={isOpen}
              onClose={() => setIsOpen(false)}
            />
          )}
        </OnDemand>
      )}
    </>
  );
}
