import { RunnerConflict } from '@millrace/contract/runner';
import type { FastifyInstance } from 'fastify';
import {
  AppError,
  asCallerError,
  badRequest,
  isNews,
  messageForCaller,
  RetryLaterError,
} from '../../shared/errors.ts';

/** Sends errors as a line of text. Runners only evaluate the status. */
export function speakPlainText(app: FastifyInstance): void {
  app.setErrorHandler((thrown, request, reply) => {
    const error = asCallerError(thrown);
    const status = statusOf(error);
    if (isNews(error, status)) request.log.error({ err: error }, 'A call of a runner failed');
    if (error instanceof RetryLaterError) reply.header('retry-after', String(error.retryAfterSec));
    return reply
      .code(status)
      .type('text/plain; charset=utf-8')
      .send(messageForCaller(error, status));
  });
  app.setNotFoundHandler((_, reply) => reply.code(404).type('text/plain').send('Not Found'));
}

function statusOf(error: unknown): number {
  if (error instanceof RunnerConflict) return 409;
  if (error instanceof AppError) return error.status;
  const isHttp = error instanceof Error && 'statusCode' in error;
  return isHttp && typeof error.statusCode === 'number' ? error.statusCode : 500;
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
