import type { ApiCall, CallInput, OutputOf, Schema } from '@millrace/contract/api';
import { idempotencyKeyHeader } from '@millrace/contract/idempotency-key';
import { hashKey } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { callApi } from './call-api.ts';
import { endIdempotencyKey, takeIdempotencyKey } from './idempotency-keys.ts';

/** Calls an endpoint that starts a build. A double click, and a call after one without an answer, start one build. */
export async function callOnce<
  Path extends string,
  Query extends Schema | undefined,
  Body extends Schema | undefined,
  Output extends Schema | undefined,
>(
  endpoint: ApiCall<Path, Query, Body, Output>,
  input: CallInput<Path, Query, Body>,
): Promise<OutputOf<Output>> {
  const call = hashKey([endpoint.method, endpoint.path, input]);
  const headers = { [idempotencyKeyHeader]: takeIdempotencyKey(call) };
  try {
    const output = await callApi(endpoint, Object.assign({ headers }, input));
    endIdempotencyKey(call);
    return output;
  } catch (error) {
    // A proxy answers with a status from 500 on while the server may still start the build.
    const isAnswer = error instanceof ApiError && error.status > 0 && error.status < 500;
    if (isAnswer) endIdempotencyKey(call);
    throw error;
  }
}
