import { isForAuditors, neededScope, type ScopedEndpoint } from '@millrace/contract/api';
import { type AppError, forbidden } from '@millrace/contract/api-errors';
import { type TokenScope, tokenScopes } from '@millrace/contract/vocabulary';
import type { FastifyRequest } from 'fastify';
import type { Viewer } from '../domain/user.ts';

/** Routes of one repository. Their permissions are limited where its access is read. */
const ofOneRepository =
  /^(\/api\/(repos|stream|badges)|\/link)?\/:namespace\/:name(\/|$)|^\/git\/:namespace\/:repository\//;
/** Route with which clients verify a token. */
const ownAccount = '/api/user';

/** @throws AppError (403) if the access token of a viewer is not valid for this route */
export function requireValidRoute(request: FastifyRequest, { tokenLimits }: Viewer): void {
  if (!tokenLimits || tokenLimits.repoId === null) return;
  const { url = '' } = request.routeOptions;
  const isOwnAccount = request.method === 'GET' && url === ownAccount;
  if (!isOwnAccount && !ofOneRepository.test(url)) {
    throw forbidden('This access token is valid for one repository only', 'scope_missing');
  }
}

/** @throws AppError (403) if the call needs a larger scope than that of the viewer's access token */
export function requireScope({ tokenLimits }: Viewer, endpoint: ScopedEndpoint): void {
  const needed = neededScope(endpoint);
  if (!tokenLimits || !needed) return;
  if (tokenLimits.scope === 'audit' && isForAuditors(endpoint)) return;
  if (needed === 'none') {
    throw forbidden(
      'This call accepts no access token, only a session or the personal token',
      'scope_missing',
    );
  }
  if (tokenScopes.indexOf(tokenLimits.scope) < tokenScopes.indexOf(needed)) {
    throw lacksScope(tokenLimits.scope, needed);
  }
}

export function lacksScope(scope: TokenScope, needed: TokenScope): AppError {
  return forbidden(
    `The scope of this access token is ${scope}, but this call needs ${needed}`,
    'scope_missing',
  );
}
