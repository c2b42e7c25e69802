import type { Admission, ExternalAccounts } from './external-accounts.ts';
import type { OidcProvider } from './oidc-provider.ts';
import type { PendingSignIns } from './pending-sign-ins.ts';
import type { RedirectSignIn } from './redirect-sign-in.ts';

interface Deps {
  provider: Pick<OidcProvider, 'authorizeUrl' | 'exchange'>;
  pendingSignIns: PendingSignIns;
  accounts: Pick<ExternalAccounts, 'admit'>;
}

/** Sign-in at an OpenID Connect provider. */
export class OidcSignIn implements RedirectSignIn {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  async begin(returnTo: string): Promise<{ url: string; state: string; cookie: string }> {
    const { provider, pendingSignIns } = this.deps;
    const { pending, cookie } = pendingSignIns.begin(returnTo);
    return { url: await provider.authorizeUrl(pending), state: pending.state, cookie };
  }

  async end(
    answer: URLSearchParams,
    cookie: string | undefined,
  ): Promise<Admission & { returnTo: string; providerSession: string | undefined }> {
    const { provider, pendingSignIns, accounts } = this.deps;
    const pending = pendingSignIns.require(answer, cookie);
    const person = await provider.exchange(answer, pending);
    const { returnTo } = pending;
    return { ...(await accounts.admit(person)), returnTo, providerSession: person.session };
  }
}
