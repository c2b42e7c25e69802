import { type OidcTestProvider, startOidcProvider } from '@millrace/test-support/oidc-provider';
import {
  type LdapTestServer,
  missingLdap,
  startLdapServer,
} from '../../apps/server/testing/ldap-server.ts';

export interface Person {
  login: string;
  /** Groups of the provider or the directory. */
  groups: string[];
  by: 'oidc' | 'ldap';
}

/** Signs people in through an OpenID Connect provider and an LDAP directory. */
export class Directory {
  readonly ldap: LdapTestServer | undefined;
  readonly issuer: string;
  private readonly provider: OidcTestProvider;
  private readonly claims: Record<string, Record<string, unknown>>;
  private readonly url: string;

  private constructor(
    url: string,
    provider: OidcTestProvider,
    claims: Record<string, Record<string, unknown>>,
    ldap: LdapTestServer | undefined,
  ) {
    this.url = url;
    this.provider = provider;
    this.issuer = provider.issuer;
    this.claims = claims;
    this.ldap = ldap;
  }

  /** `url` is that of the server. Without LDAP, its people are in the provider. */
  static async start(url: string, people: readonly Person[]): Promise<Directory> {
    const claims: Record<string, Record<string, unknown>> = {};
    const provider = await startOidcProvider(`${url}/login/oidc/callback`, claims);
    const inLdap = people.filter(({ by }) => by === 'ldap');
    const ldap = missingLdap ? undefined : await startLdapServer(entriesOf(inLdap));
    const directory = new Directory(url, provider, claims, ldap);
    for (const person of people) directory.setGroups(person.login, person.groups);
    return directory;
  }

  /** Changes the groups of a person of the provider, which the next sign-in reports. */
  setGroups(login: string, groups: readonly string[]): void {
    this.claims[login] = { preferred_username: login, email: `${login}@example.com`, groups };
  }

  /** Signs in like a browser. Returns the personal token of the account. */
  async signIn({ login, by }: Person): Promise<string> {
    const isLdap = by === 'ldap' && this.ldap !== undefined;
    const cookie = isLdap ? await this.signInByLdap(login) : await this.signInByOidc(login);
    const answer = await fetch(`${this.url}/api/user/token`, {
      method: 'POST',
      headers: { cookie, origin: this.url },
    });
    if (!answer.ok) throw new Error(`${login} cannot sign in: ${await answer.text()}`);
    const { token }: { token: string } = JSON.parse(await answer.text());
    return token;
  }

  async stop(): Promise<void> {
    await this.provider.stop();
    await this.ldap?.remove();
  }

  private async signInByOidc(login: string): Promise<string> {
    const begun = await fetch(`${this.url}/login/oidc`, { redirect: 'manual' });
    const callback = await this.provider.signIn(begun.headers.get('location') ?? '', login);
    const headers = { cookie: cookiesOf(begun) };
    return cookiesOf(await fetch(callback, { redirect: 'manual', headers }));
  }

  private async signInByLdap(login: string): Promise<string> {
    const body = new URLSearchParams({ username: login, password: passwordOf(login) });
    return cookiesOf(
      await fetch(`${this.url}/login`, { method: 'POST', redirect: 'manual', body }),
    );
  }
}

const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');

const passwordOf = (login: string) => `password of ${login}`;

const dnOf = (login: string) => `uid=${login},dc=example,dc=com`;

/** People and groups in the LDIF format. */
function entriesOf(people: readonly Person[]): string {
  const groups = new Set(people.flatMap((person) => person.groups));
  return [
    ...people.map(
      ({ login }) => `
dn: ${dnOf(login)}
objectClass: inetOrgPerson
uid: ${login}
cn: ${login}
sn: Example
mail: ${login}@example.com
userPassword: ${passwordOf(login)}
`,
    ),
    ...[...groups].map(
      (group) => `
dn: cn=${group},dc=example,dc=com
objectClass: groupOfNames
cn: ${group}
${people
  .filter((person) => person.groups.includes(group))
  .map(({ login }) => `member: ${dnOf(login)}`)
  .join('\n')}
`,
    ),
  ].join('');
}
