import { errorMessages } from '@millrace/contract/errors';
import type { FastifyInstance } from 'fastify';
import {
  AppError,
  asCallerError,
  isNews,
  messageForCaller,
  RetryLaterError,
} from '../shared/errors.ts';

/** Answers every failed call with `{"message": "…"}`. Internal details are only logged. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((thrown, request, reply) => {
    const error = asCallerError(thrown);
    const status = statusOf(error);
    if (isNews(error, status)) request.log.error({ err: error }, 'A call failed');
    if (error instanceof RetryLaterError) reply.header('retry-after', String(error.retryAfterSec));
    return reply.code(status).send({ message: messageForCaller(error, status) });
  });
}

export const notFoundBody = { message: errorMessages.notFound };

function statusOf(error: unknown): number {
  if (error instanceof AppError) return error.status;
  if (error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number') {
    return error.statusCode;
  }
  return 500;
}
