import type { CreateFeature } from '../../feature.ts';
import { registerAccessTokenRoutes } from './access-token-routes.ts';
import { AccessTokenService } from './access-token-service.ts';
import { AccessTokenStore } from './access-token-store.ts';

/** Access tokens: named credentials with a scope and an expiry, for programs. */
export const accessTokens: CreateFeature = (core) => {
  const service = new AccessTokenService({ ...core, tokens: new AccessTokenStore(core.db) });
  return {
    owns: { access_tokens: 'account' },
    personData: (user) => ({
      access_tokens: async function* () {
        yield* (await service.list(user)).map(({ userId: _, ...token }) => token);
      },
    }),
    accessTokens: {
      find: (token) => service.findViewer(token),
      limit: (user, tokenId) => service.limitToToken(user, tokenId),
    },
    addRoutes: ({ api }) => registerAccessTokenRoutes(api, service, core.users),
  };
};
