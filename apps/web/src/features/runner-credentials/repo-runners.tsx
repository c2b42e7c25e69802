import type { RepoName } from '../../api/build-queries.ts';
import { CredentialPanel } from './credential-panel.tsx';
import { ProtectedRefsPanel } from './protected-refs-panel.tsx';

/** The runners of a repository, and the builds that its protected ones take. */
export function RepoRunners({ repo: { namespace, name } }: { repo: RepoName }) {
  return (
    <>
      <CredentialPanel owner={{ repo: { namespace, name } }} />
      <ProtectedRefsPanel repo={{ namespace, name }} />
    </>
  );
}
