import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isMissing, isUnreachable } from './api-error.ts';

/** Messages for the outcomes of a mutation. Without `failed`, the server's message is shown alone. */
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

const askAgainMs = 3000;

/**
 * Does not retry queries, with one exception: it polls an unreachable server until it answers, and reports
 * that failure only once.
 */
export function createQueryClient(reports: Reports): QueryClient {
  const told = new WeakSet<object>();
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (!query.meta?.quiet && !told.has(query)) reports.onReadError(error);
        if (isUnreachable(error)) told.add(query);
      },
      onSuccess: (_data, query) => told.delete(query),
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (!mutation.meta?.quiet) reports.onChangeError(error, mutation.meta ?? {});
        // Somebody else has deleted it meanwhile: what is on the page is read again without it.
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
        refetchInterval: ({ state }) => (isUnreachable(state.error) ? askAgainMs : false),
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}
