import type { Calls, FakeDeps } from './calls.ts';
import { notFound } from './refusal.ts';

/** Calls about the account and its organizations. */
export function accountCalls({ world, published, shapes }: FakeDeps): Calls {
  const organisationsOf = (login: string) =>
    world.accounts.filter(({ members }) => [...members.keys()].some((one) => one.login === login));
  return {
    'GET /user': ({ account }) => {
      const { login, email, isEmailPublic } = account;
      const shown = { name: login, email: isEmailPublic ? email : null, user_view_type: 'private' };
      const example = published.example('GET', '/user', 200);
      return { body: { ...example, ...shapes.account(account), ...shown } };
    },
    'GET /user/emails': ({ account: { id, login, email } }) => {
      const hidden = `${id}+${login}@users.noreply.github.com`;
      return {
        list: [
          { email: hidden, primary: false, verified: true, visibility: null },
          { email, primary: true, verified: true, visibility: 'private' },
        ],
      };
    },
    'GET /user/orgs': ({ account }) => ({
      list: organisationsOf(account.login).map((organisation) => {
        const { id, login } = organisation;
        return published.example('GET', '/user/orgs', 200, { id, login });
      }),
    }),
    'GET /user/memberships/orgs/{org}': ({ account, params }) => {
      const organisation = world.accounts.find(({ login }) => login === params.org);
      const role = organisation?.members.get(account);
      if (!role) throw notFound();
      const path = '/user/memberships/orgs/{org}';
      return {
        body: published.example('GET', path, 200, {
          state: 'active',
          role: role === 'owner' ? 'admin' : role,
        }),
      };
    },
    'GET /user/repos': ({ account }) => ({
      list: world.repositories.flatMap((repository) => {
        const role = world.roleOf(account, repository);
        return role ? [shapes.repository(repository, role)] : [];
      }),
    }),
  };
}
