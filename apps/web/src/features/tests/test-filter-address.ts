import { testFilters } from '@millrace/contract/api';
import type { WantedTests } from './test-queries.ts';

/** Returns the tests that the address of a build's page asks for. */
export function wantedTests(parameters: URLSearchParams): WantedTests {
  const status = testFilters.find((each) => each === parameters.get('status'));
  return {
    sort: parameters.get('sort') === 'duration' ? 'duration' : 'status',
    words: parameters.get('words') ?? '',
    ...(status && { status }),
  };
}

/** Returns the parameters of an address that asks for these tests. */
export function testFilterChanges({ status, sort, words }: WantedTests) {
  return { status, words, sort: sort === 'duration' ? sort : '' };
}
