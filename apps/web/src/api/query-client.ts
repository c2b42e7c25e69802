import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

/** What a change says when it worked and when it did not; without `failed`, the message alone. */
export interface MutationTexts {
  done?: string;
  failed?: (message: string) => string;
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

export function createQueryClient(reports: Reports): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => query.meta?.quiet || reports.onReadError(error),
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) =>
        reports.onChangeError(error, mutation.meta ?? {}),
      onSuccess: (_data, _variables, _result, mutation) => {
        if (mutation.meta?.done) reports.onChangeDone(mutation.meta.done);
      },
    }),
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        staleTime: 10_000,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
