import type { Build, Repo } from '@millrace/contract/api';
import { useRef, useState } from 'react';
import { paletteMessages } from '../../features/search/messages.ts';
import type { SearchPaletteProps } from '../../features/search/search-button.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { OnDemand } from '../../ui/on-demand.tsx';
import { PaletteDialog } from './palette-dialog.tsx';
import { SearchContent } from './search-content.tsx';
import { useActionItems } from './use-action-items.tsx';
import { usePlace } from './use-place.ts';

const loadDeploy = () => import('../../features/start-build/deploy-dialog.tsx');
const loadNewBuild = () => import('../../features/start-build/new-build-dialog.tsx');

/**
 * Searches repositories, branches, builds, pages and actions. Holds the state that outlives the open palette: running
 * actions, and the dialog that an action opened.
 */
export function SearchPalette({ isOpen, onClose, takeTyped }: SearchPaletteProps) {
  const text = useTexts(paletteMessages);
  const input = useRef<HTMLInputElement>(null);
  const [built, setBuilt] = useState<Repo | null>(null);
  const place = usePlace(isOpen);
  const [promoted, setPromoted] = useState<{ repo: Repo; build: Build } | null>(null);
  const actions = useActionItems(place, {
    newBuild: setBuilt,
    promote: (repo, build) => setPromoted({ repo, build }),
  });
  return (
    <>
      {isOpen && (
        <PaletteDialog label={text.title} input={input} onClose={onClose}>
          <SearchContent {...{ input, place, actions, onClose, takeTyped }} />
        </PaletteDialog>
      )}
      {promoted && (
        <OnDemand load={loadDeploy} onMissing={() => setPromoted(null)}>
          {({ DeployDialog }) => (
            <DeployDialog
              repo={{ namespace: promoted.repo.namespace, name: promoted.repo.name }}
              build={promoted.build}
              onClose={() => setPromoted(null)}
            />
          )}
        </OnDemand>
      )}
      {built && (
        <OnDemand load={loadNewBuild} onMissing={() => setBuilt(null)}>
          {({ NewBuildDialog }) => (
            <NewBuildDialog
              repo={{ namespace: built.namespace, name: built.name }}
              defaultBranch={built.default_branch}
              isOpen
              onClose={() => setBuilt(null)}
            />
          )}
        </OnDemand>
      )}
    </>
  );
}
