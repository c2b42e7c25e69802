import {
  asCallerError,
  describeForCaller,
  mustLog,
  RetryLaterError,
} from '@millrace/contract/api-errors';
import { type ErrorBody, errorMessages } from '@millrace/contract/errors';
import type { FastifyInstance } from 'fastify';

/** Answers every failed call with an {@link ErrorBody}. Internal details are only logged. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((thrown, request, reply) => {
    const error = asCallerError(thrown);
    const { status, message, code } = describeForCaller(error);
    if (mustLog(error, status)) request.log.error({ err: error }, 'A call failed');
    if (error instanceof RetryLaterError) reply.header('retry-after', String(error.retryAfterSec));
    return reply.code(status).send({ message, code } satisfies ErrorBody);
  });
}

export const notFoundBody: ErrorBody = { message: errorMessages.notFound, code: 'not_found' };
