import { useState } from 'react';
import { useMessages } from '../../lib/i18n/messages.tsx';
import { logError } from '../../lib/log-error.ts';
import { Button } from '../../ui/button.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { OnDemand } from '../../ui/on-demand.tsx';
import type { RepoName } from './build-queries.ts';

const loadDialog = () => import('./new-build-dialog.tsx');
/** Where it fails, opening the dialog tries again. */
const preload = () => loadDialog().catch(logError);

interface NewBuildButtonProps {
  repo: RepoName;
  defaultBranch: string;
}

export function NewBuildButton({ repo, defaultBranch }: NewBuildButtonProps) {
  const { repo: text } = useMessages();
  const [isOpen, setIsOpen] = useState(false);
  const [isWanted, setIsWanted] = useState(false);
  const open = () => {
    setIsWanted(true);
    setIsOpen(true);
  };
  const forget = () => {
    setIsOpen(false);
    setIsWanted(false);
  };
  return (
    <>
      <Button kind="primary" onPointerEnter={preload} onFocus={preload} onClick={open}>
        <PlusIcon />
        {text.newBuild}
      </Button>
      {isWanted && (
        <OnDemand load={loadDialog} onMissing={forget}>
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
