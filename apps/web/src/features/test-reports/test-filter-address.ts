import { testFilters } from '@millrace/contract/api';
import type { TestListOptions } from './test-queries.ts';

/** Parses the filter of the tests from the query parameters of a build's page. */
export function readTestOptions(parameters: URLSearchParams): TestListOptions {
  const status = testFilters.find((each) => each === parameters.get('status'));
  return {
    sort: parameters.get('sort') === 'duration' ? 'duration' : 'status',
    words: parameters.get('words') ?? '',
    ...(status && { status }),
  };
}

/** Returns the query parameters of a filter. The default values are omitted. */
export function toAddressParameters({ status, sort, words }: TestListOptions) {
  return { status, words, sort: sort === 'duration' ? sort : '' };
}
