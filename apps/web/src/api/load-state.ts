import { describeFailure } from './api-error.ts';

/** Describes a query for a list: whether it has ever been loaded, and why the last request failed. */
export function loadState(query: { data: unknown; error: Error | null; refetch: () => unknown }) {
  return {
    isLoaded: query.data !== undefined,
    failure: query.error ? describeFailure(query.error) : undefined,
    onRetry: query.refetch,
  };
}
