import {
  asCallerError,
  describeForCaller,
  forbidden,
  mustLog,
  RetryLaterError,
  unauthorized,
} from '@millrace/contract/api-errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Viewer } from '../../domain/user.ts';
import type { Authority } from '../../http/authority.ts';
import { ScimError } from './scim-error.ts';

const mediaType = 'application/scim+json';
/** A group of 10,000 people. */
const bodyLimit = 4 * 1024 * 1024;

/** Makes routes answer by RFC 7644, to system admins with a token. Returns who makes a call. */
export function prepareScimScope(
  app: FastifyInstance,
  authority: Pick<Authority, 'findViewer'>,
): (request: FastifyRequest) => Viewer {
  const viewers = new WeakMap<FastifyRequest, Viewer>();
  app.addContentTypeParser(mediaType, { parseAs: 'string', bodyLimit }, (_, text, done) => {
    try {
      // Providers name the type of a deletion as well.
      done(null, text === '' ? undefined : JSON.parse(String(text)));
    } catch {
      done(new ScimError(400, 'invalidSyntax', 'The body is not JSON'));
    }
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.type(`${mediaType}; charset=utf-8`);
    const viewer = await authority.findViewer(request);
    // A provider has no session, and pages must not be able to call this.
    if (!viewer || viewer.credential === 'session') throw unauthorized();
    if (!viewer.admin) throw forbidden();
    viewers.set(request, viewer);
  });
  app.setErrorHandler((thrown, request, reply) => {
    const error = asCallerError(thrown);
    const { status, message } = describeForCaller(error);
    if (mustLog(error, status)) request.log.error({ err: error }, 'A SCIM call failed');
    if (error instanceof RetryLaterError) reply.header('retry-after', String(error.retryAfterSec));
    return reply
      .code(status)
      .type(`${mediaType}; charset=utf-8`)
      .send({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: String(status),
        ...(thrown instanceof ScimError && { scimType: thrown.scimType }),
        detail: message,
      });
  });
  return (request) => {
    const viewer = viewers.get(request);
    if (!viewer) throw unauthorized();
    return viewer;
  };
}
