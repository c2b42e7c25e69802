import type { Repo, User } from '@millrace/contract/api';
import { useState } from 'react';
import type { RepoName } from '../api/build-queries.ts';
import type { DeployRequest } from '../features/environments/deploy-request.ts';
import { EnvironmentPage } from '../features/environments/environment-page.tsx';
import { canWriteRepo } from '../features/repos/repo-permissions.ts';
import { OnDemand } from '../ui/on-demand.tsx';

const loadDialog = () => import('../features/start-build/deploy-dialog.tsx');

interface EnvironmentContentProps {
  name: RepoName;
  target: string;
  /** Undefined while it is loading, as the account. */
  repo: Repo | undefined;
  user: User | null | undefined;
}

/** The page of an environment, with the dialog for deployments. */
export function EnvironmentContent({ name, target, repo, user }: EnvironmentContentProps) {
  const [request, setRequest] = useState<DeployRequest>();
  return (
    <>
      <EnvironmentPage
        repo={name}
        target={target}
        defaultBranch={repo?.default_branch}
        canWrite={repo && canWriteRepo(repo, user)}
        onDeploy={setRequest}
      />
      {request && (
        <RequestedDialog repo={name} request={request} onClose={() => setRequest(undefined)} />
      )}
    </>
  );
}

interface RequestedDialogProps {
  repo: RepoName;
  request: DeployRequest;
  onClose: () => void;
}

/** The dialog for deployments with what the viewer chose on the page. */
function RequestedDialog({ repo, request, onClose }: RequestedDialogProps) {
  const { build: first, ...preset } = request;
  const [build, setBuild] = useState(first);
  return (
    <OnDemand load={loadDialog} onMissing={onClose}>
      {({ DeployDialog }) => (
        <DeployDialog
          repo={repo}
          build={build}
          preset={preset}
          onBuild={setBuild}
          onClose={onClose}
        />
      )}
    </OnDemand>
  );
}
