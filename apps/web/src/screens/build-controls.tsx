import type { Build } from '@millrace/contract/api';
import type { RepoName } from '../api/build-queries.ts';
import { BuildActions } from '../features/control-build/build-actions.tsx';
import { OnDemand } from '../ui/on-demand.tsx';

const loadDialog = () => import('../features/start-build/deploy-dialog.tsx');

interface BuildControlsProps {
  repo: RepoName;
  build: Build;
  canWrite: boolean;
  hasFailurePanel: boolean;
}

/** Buttons for the actions on a build, and the dialog for deployments. */
export function BuildControls({ repo, build, ...rest }: BuildControlsProps) {
  return (
    <BuildActions
      {...rest}
      repo={repo}
      build={build}
      deployDialog={(onClose) => (
        <OnDemand load={loadDialog} onMissing={onClose}>
          {({ DeployDialog }) => <DeployDialog repo={repo} build={build} onClose={onClose} />}
        </OnDemand>
      )}
    />
  );
}
