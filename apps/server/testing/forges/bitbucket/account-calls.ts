import type { Calls, FakeForge } from '../fake/fake-forge.ts';
import type { Account } from '../fake/world.ts';
import { refusal } from './refusal.ts';
import { userOf } from './shapes.ts';

/** Calls about the account and its workspaces. */
export function accountCalls(bitbucket: FakeForge): Calls {
  const { world } = bitbucket;
  const roleIn = (account: Account, workspace: Account) =>
    workspace === account ? 'owner' : workspace.members.get(account);
  const isGuest = (account: Account, workspace: Account) =>
    world.repositories.some(({ owner, members }) => owner === workspace && members.has(account));
  return {
    'GET /user': ({ account }) => ({
      body: { ...userOf(bitbucket.url, account), username: account.login },
    }),
    'GET /user/emails': ({ account: { email } }) => ({
      list: [
        { type: 'email', email: `old-${email}`, is_primary: false, is_confirmed: true },
        { type: 'email', email, is_primary: true, is_confirmed: true },
      ],
    }),
    'GET /user/workspaces': ({ account }) => ({
      list: world.accounts
        .filter((workspace) => roleIn(account, workspace) || isGuest(account, workspace))
        .map((workspace) => ({
          type: 'workspace_access',
          administrator: roleIn(account, workspace) === 'owner',
          workspace: { type: 'workspace_base', uuid: workspace.uuid, slug: workspace.login },
        })),
    }),
    'GET /workspaces/:workspace/members/:member': ({ account, params }) => {
      const workspace = world.accounts.find(({ login }) => login === params.workspace);
      if (!workspace || !roleIn(account, workspace) || params.member !== account.uuid) {
        throw refusal(workspace ? 403 : 404, 'No membership');
      }
      return { body: { type: 'workspace_membership', user: userOf(bitbucket.url, account) } };
    },
  };
}
