/**
 * Header of a request that starts a build, with a random text of the client. A repeated request with the same text starts
 * no other build, and its answer is the build of the first one.
 */
export const idempotencyKeyHeader = 'idempotency-key';
export const maxIdempotencyKeyLength = 255;
