import {
  createUser,
  deleteUser,
  getHoldings,
  getUser,
  listUsers,
  resetUserPassword,
  rotateUserToken,
  updateUser,
} from '@millrace/contract/api';
import { toAccountJson, toUserJson } from '../../accounts/user-mapper.ts';
import type { UserService } from '../../accounts/user-service.ts';
import type { ApiRoutes } from '../../http/api-routes.ts';
import type { AccountService } from './account-service.ts';
import type { PasswordService } from './password-service.ts';

/** Calls of system admins that manage accounts. */
export function registerAccountRoutes(
  routes: ApiRoutes,
  accounts: AccountService,
  users: UserService,
  passwords: PasswordService,
): void {
  routes.session(listUsers, async () => (await accounts.list()).map(toAccountJson));

  routes.session(createUser, async ({ body }) => {
    const { user, password } = await accounts.create(body);
    const credentials = password ? { password } : { token: users.readToken(user) };
    return { ...toUserJson(user), ...credentials };
  });

  routes.session(getUser, async ({ params }) => toAccountJson(await users.require(params.login)));

  routes.session(updateUser, async ({ viewer, params, body }) =>
    toUserJson(await accounts.update(viewer, params.login, body)),
  );

  routes.session(getHoldings, ({ params }) => accounts.listHoldings(params.login));

  routes.session(deleteUser, async ({ viewer, params, query }) => {
    await accounts.delete(viewer, params.login, query);
    return undefined;
  });

  routes.session(resetUserPassword, async ({ viewer, params }) => {
    const { user, password } = await passwords.reset(viewer, await users.require(params.login));
    return { ...toUserJson(user), password };
  });

  routes.session(rotateUserToken, async ({ params }) => {
    const user = await users.rotateToken(await users.require(params.login));
    return { ...toUserJson(user), token: users.readToken(user) };
  });
}
