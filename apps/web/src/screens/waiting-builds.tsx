import type { User } from '@millrace/contract/api';
import { NeedsYou } from '../features/approvals/needs-you.tsx';
import { canDecideBuild } from '../features/control-build/can-decide-build.ts';
import { canAdministerRepo, canWriteRepo } from '../features/repos/repo-permissions.ts';

/** Links to the builds that wait for a decision of the account. */
export function WaitingBuilds({ user }: { user: User }) {
  return (
    <NeedsYou
      canDecide={(repo, build) =>
        canDecideBuild(build, {
          user,
          canWrite: canWriteRepo(repo, user),
          canAdminister: canAdministerRepo(repo, user),
        })
      }
    />
  );
}
