/** Kind of a service outside of this server that proves who a person is. */
export type ExternalProvider = 'oidc' | 'ldap';

/** Source of the groups of an account: also an identity provider that sends them by SCIM. */
export type GroupSource = ExternalProvider | 'scim';

/** Identity of a person at a provider. Only these three fields identify the person. */
export interface ExternalIdentity {
  provider: ExternalProvider;
  /** Issuer of the subject; empty for LDAP, whose ids are unique everywhere. */
  issuer: string;
  subject: string;
}

/** Person whose identity a provider has just proved. */
export interface ExternalPerson extends ExternalIdentity {
  /** Login for a new account. It may change and be reused at the provider. */
  login: string;
  name: string;
  /** Empty if the provider does not send it. */
  email: string;
  groups: readonly string[];
  /** Id of the session at the provider, which may end it; undefined if it names none. */
  session?: string | undefined;
}
