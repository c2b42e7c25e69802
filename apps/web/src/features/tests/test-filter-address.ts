import { testFilters } from '@millrace/contract/api';
import type { WantedTests } from './test-queries.ts';

/** Parses the filter of the tests from the query parameters of a build's page. */
export function wantedTests(parameters: URLSearchParams): WantedTests {
  const status = testFilters.find((each) => each === parameters.get('status'));
  return {
    sort: parameters.get('sort') === 'duration' ? 'duration' : 'status',
    words: parameters.get('words') ?? '',
    ...(status && { status }),
  };
}

/** Returns the query parameters of a filter. The default values are omitted. */
export function testFilterChanges({ status, sort, words }: WantedTests) {
  return { status, words, sort: sort === 'duration' ? sort : '' };
}
