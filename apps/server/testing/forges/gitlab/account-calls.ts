import type { Calls, FakeForge } from '../fake/fake-forge.ts';
import { notFound } from './find-project.ts';
import { userOf } from './shapes.ts';

const levels = { owner: 50, member: 30 };

/** Calls about the account and its groups. */
export function accountCalls(gitlab: FakeForge): Calls {
  const { world } = gitlab;
  return {
    'GET /user': ({ account }) => ({
      body: { ...userOf(gitlab.url, account), email: account.email, public_email: null },
    }),
    'GET /avatar': ({ query }) => ({
      body: { avatar_url: `${gitlab.url}/uploads/avatar.png?${new URLSearchParams(query)}` },
    }),
    'GET /groups': ({ account, query }) => ({
      list: world.accounts
        .filter(({ members }) => {
          const role = members.get(account);
          return role !== undefined && levels[role] >= Number(query.min_access_level ?? 0);
        })
        .map(({ id, login }) => ({ id, full_path: login, path: login.split('/').at(-1) })),
    }),
    'GET /groups/:id/members/all/:user': ({ account, params }) => {
      const group = world.accounts.find(({ login }) => login === params.id);
      const role = group?.members.get(account);
      if (!role || Number(params.user) !== account.id)
        throw notFound(group ? 'Not found' : 'Group');
      return { body: { ...userOf(gitlab.url, account), access_level: levels[role] } };
    },
  };
}
