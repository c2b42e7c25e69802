import type { Build } from '@millrace/contract/api';
import { BuildActions } from '../features/builds/build-actions.tsx';
import type { RepoName } from '../features/builds/build-queries.ts';
import { OnDemand } from '../ui/on-demand.tsx';

const loadDialog = () => import('../features/builds/deploy-dialog.tsx');

interface BuildControlsProps {
  repo: RepoName;
  build: Build;
  canWrite: boolean;
  hasFailurePanel: boolean;
}

/** The actions for a build, with the dialog that deploys it. */
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
