import type { ApiCall, CallInput, OutputOf, Schema } from '@millrace/contract/api';
import { type CallOptions, callWithHeaders } from './call-api.ts';

type Optional = Schema | undefined;

/** Reads a page of a list. Returns it with the query of the next page, from the `Link` header. */
export async function callApiPage<
  Path extends string,
  Query extends Optional,
  Body extends Optional,
  Output extends Optional,
>(
  endpoint: ApiCall<Path, Query, Body, Output>,
  input: CallInput<Path, Query, Body> & CallOptions,
): Promise<{ items: OutputOf<Output>; next: URLSearchParams | null }> {
  const { output, headers } = await callWithHeaders(endpoint, input);
  const [, next] = /<[^>?]*\?([^>]*)>;\s*rel="next"/.exec(headers.get('link') ?? '') ?? [];
  return { items: output, next: next === undefined ? null : new URLSearchParams(next) };
}
