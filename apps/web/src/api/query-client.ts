import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isMissing, isUnreachable } from './api-error.ts';

/** Messages for the outcomes of a mutation. Without `failed`, only the server's message is shown. */
export interface MutationTexts {
  done?: string;
  failed?: (message: string) => string;
  /** Shown for a 404, which the server also answers if the viewer has no permission. */
  notFound?: string;
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: MutationTexts & Record<string, unknown>;
  }
}

interface Reports {
  onReadError: (error: Error) => void;
  onChangeError: (error: Error, texts: MutationTexts) => void;
  onChangeDone: (text: string) => void;
}

const pollMs = 3000;

/**
 * Creates a client that does not retry queries, with one exception: it polls an unreachable server until it
 * answers, and reports that failure only once.
 */
export function createQueryClient(reports: Reports): QueryClient {
  const reported = new WeakSet<object>();
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (!query.meta?.quiet && !reported.has(query)) reports.onReadError(error);
        if (isUnreachable(error)) reported.add(query);
      },
      onSuccess: (_data, query) => reported.delete(query),
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (!mutation.meta?.quiet) reports.onChangeError(error, mutation.meta ?? {});
        // Another user may have deleted the object, so refetch all queries of the page.
        if (isMissing(error)) {
          void client.invalidateQueries({
            type: 'active',
            predicate: ({ state }) => state.status !== 'error',
          });
        }
      },
      onSuccess: (_data, _variables, _result, mutation) => {
        if (mutation.meta?.done) reports.onChangeDone(mutation.meta.done);
      },
    }),
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        staleTime: 10_000,
        refetchInterval: ({ state }) => (isUnreachable(state.error) ? pollMs : false),
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}
