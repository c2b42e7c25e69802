import {
  type AccessToken as AccessTokenJson,
  type CreatedToken,
  createAccessToken,
  createUserToken,
  deleteAccessToken,
  deleteUserToken,
  listAccessTokens,
  listUserTokens,
  type NewAccessToken,
} from '@millrace/contract/api';
import { badRequest, notFound } from '@millrace/contract/api-errors';
import type { UserService } from '../../accounts/user-service.ts';
import type { User } from '../../domain/user.ts';
import type { ApiRoutes } from '../../http/api-routes.ts';
import type { AccessTokenService } from './access-token-service.ts';
import type { AccessToken } from './access-token-store.ts';

/** Calls for the own access tokens, and for those of other accounts, especially machines. */
export function registerAccessTokenRoutes(
  routes: ApiRoutes,
  tokens: AccessTokenService,
  users: Pick<UserService, 'require'>,
): void {
  const create = async (owner: User, body: NewAccessToken): Promise<CreatedToken> => {
    const { token, created } = await tokens.create(owner, body);
    return { ...toJson(created), token };
  };

  routes.session(listAccessTokens, async ({ viewer }) => (await tokens.list(viewer)).map(toJson));

  routes.session(createAccessToken, ({ viewer, body }) => {
    return create(viewer, body);
  });

  routes.session(deleteAccessToken, async ({ viewer, params }) => {
    await tokens.revoke(viewer, readId(params.token));
    return undefined;
  });

  routes.session(listUserTokens, async ({ params }) =>
    (await tokens.list(await users.require(params.login))).map(toJson),
  );

  routes.session(createUserToken, async ({ params, body }) => {
    const owner = await users.require(params.login);
    // Otherwise an administrator could act as another person.
    if (!owner.machine) throw badRequest('People create their access tokens themselves');
    return create(owner, body);
  });

  routes.session(deleteUserToken, async ({ params }) => {
    await tokens.revoke(await users.require(params.login), readId(params.token));
    return undefined;
  });
}

function readId(text: string): number {
  const id = Number(text);
  if (!Number.isSafeInteger(id)) throw notFound();
  return id;
}

function toJson({
  id,
  name,
  scope,
  repo,
  created,
  expires,
  lastUsed,
}: AccessToken): AccessTokenJson {
  return { id, name, scope, repo, created, expires, last_used: lastUsed };
}
