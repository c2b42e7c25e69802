import type { RepoName } from '../../api/build-queries.ts';
import { CredentialPanel } from './credential-panel.tsx';
import { ProtectedRefsPanel } from './protected-refs-panel.tsx';
import css from './runner-credentials.module.css';

/** The runners of a repository, and the builds that its protected ones take. */
export function RepoRunners({ repo: { namespace, name } }: { repo: RepoName }) {
  return (
    <div className={css.panels}>
      <CredentialPanel owner={{ repo: { namespace, name } }} />
      <ProtectedRefsPanel repo={{ namespace, name }} />
    </div>
  );
}
