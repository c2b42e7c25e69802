import {
  asCallerError,
  badRequest,
  conflict,
  describeForCaller,
  mustLog,
  RetryLaterError,
} from '@millrace/contract/api-errors';
import { errorCodeHeader } from '@millrace/contract/errors';
import { RunnerConflict } from '@millrace/contract/runner';
import type { FastifyInstance } from 'fastify';

/** Sends errors as a line of text, which existing runners expect, with the code as a header. */
export function speakPlainText(app: FastifyInstance): void {
  app.setErrorHandler((thrown, request, reply) => {
    const error = asCallerError(
      thrown instanceof RunnerConflict ? conflict(thrown.message) : thrown,
    );
    const { status, message, code } = describeForCaller(error);
    if (mustLog(error, status)) request.log.error({ err: error }, 'A call of a runner failed');
    if (error instanceof RetryLaterError) reply.header('retry-after', String(error.retryAfterSec));
    return reply
      .code(status)
      .header(errorCodeHeader, code)
      .type('text/plain; charset=utf-8')
      .send(message);
  });
  app.setNotFoundHandler((_, reply) => reply.code(404).type('text/plain').send('Not Found'));
}

/** Reads every body as text, because existing runners send no content type. */
export function acceptAnyContentType(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body));
}

/** Leaves bodies unread: the handler of the call streams them. */
export function leaveBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null, undefined));
}

/** Parses a body as JSON; undefined if it is empty. */
export function readJson(body: unknown): unknown {
  if (typeof body !== 'string' || !body) return body;
  try {
    return JSON.parse(body);
  } catch {
    throw badRequest('Invalid body: it is not JSON');
  }
}
