import type { FastifyRequest } from 'fastify';
import type { User, Viewer } from '../domain/user.ts';
import { forbidden } from '../shared/errors.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Routes of one repository. Their permissions are limited where its access is read. */
const ofOneRepository =
  /^(\/api\/(repos|stream|badges)|\/link)?\/:namespace\/:name(\/|$)|^\/git\/:namespace\/:repository\//;
/** Routes of calls that change nothing, but have a body. */
const readsByPost = /\/pipeline\/(plan|history)$/;
/** Route with which clients verify a token. */
const ownAccount = '/api/user';

/** @throws AppError (403) if the access token of a viewer is not valid for this route */
export function requireWithinLimits(request: FastifyRequest, { tokenLimits }: Viewer): void {
  if (!tokenLimits) return;
  const { url = '' } = request.routeOptions;
  const isRead = safeMethods.has(request.method) || readsByPost.test(url);
  if (tokenLimits.scope === 'read' && !isRead) throw forbidden('This access token can only read');
  const isOwnAccount = isRead && url === ownAccount;
  if (tokenLimits.repoId !== null && !isOwnAccount && !ofOneRepository.test(url)) {
    throw forbidden('This access token is valid for one repository only');
  }
}

/**
 * For calls that issue or change credentials: otherwise a token could create one with more permissions.
 * @throws AppError (403) if the viewer called with an access token
 */
export function requireOwnCredentials(viewer: User): void {
  const { tokenLimits }: Viewer = viewer;
  if (tokenLimits) throw forbidden('An access token cannot manage credentials');
}
