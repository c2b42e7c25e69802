import type { OutputOf, Schema } from '@millrace/contract/api';
import { RunnerConflict } from '@millrace/contract/runner';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError, badRequest, messageForCaller, RetryLaterError } from '../shared/errors.ts';

/** Errors are a line of text; which status they have decides what a runner does. */
export function speakPlainText(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const status = statusOf(error);
    if (status >= 500) request.log.error({ err: error }, 'A call of a runner failed');
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

/** Existing runners name no content type. */
export function takeAnyContentType(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body));
}

/** The body as the schema has it; any other is refused. */
export function read<S extends Schema>(schema: S, body: unknown): OutputOf<S> {
  const result = schema.safeParse(typeof body === 'string' && body ? parseJson(body) : body);
  if (result.success) return result.data as OutputOf<S>;
  const issue = result.error.issues[0];
  throw badRequest(`Invalid body: ${issue?.path.join('.')} ${issue?.message}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('Invalid body: it is not JSON');
  }
}

export function sendJson(reply: FastifyReply, value: object): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(value));
}
