import { queryOptions } from '@tanstack/react-query';
import type { SecretCalls } from './secret-calls.ts';

export function secretsQuery({ kind, owner, list }: SecretCalls) {
  return queryOptions({
    queryKey: ['secrets', kind, owner],
    queryFn: ({ signal }) => list(signal),
  });
}
