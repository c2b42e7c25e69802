import type { Build } from '@millrace/contract/api';
import { useNavigate } from 'react-router';
import { useMessages } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { RestartIcon, StopIcon } from '../../ui/icons.tsx';
import { useCancelBuild, useRestartBuild } from './build-mutations.ts';
import type { RepoName } from './build-queries.ts';

interface BuildActionsProps {
  repo: RepoName;
  build: Build;
  canWrite: boolean;
}

/** Anyone may try to cancel; the server decides. Starting again is for those who may write. */
export function BuildActions({ repo, build, canWrite }: BuildActionsProps) {
  const { build: text, common } = useMessages();
  const navigate = useNavigate();
  const slug = `${repo.namespace}/${repo.name}`;
  const cancel = useCancelBuild(repo, build.number, (ended) =>
    navigate(paths.build(slug, ended.number)),
  );
  const restart = useRestartBuild(repo, build.number, (started) =>
    navigate(paths.build(slug, started.number, 1, 1)),
  );

  if (build.status === 'pending' || build.status === 'running') {
    return (
      <Button disabled={cancel.isPending} onClick={() => cancel.mutate()}>
        <StopIcon size={14} />
        {common.cancel}
      </Button>
    );
  }
  if (build.status === 'blocked' || !canWrite) return null;
  return (
    <Button disabled={restart.isPending} onClick={() => restart.mutate()}>
      <RestartIcon size={14} />
      {text.restart}
    </Button>
  );
}
