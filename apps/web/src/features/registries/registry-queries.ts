import { queryOptions } from '@tanstack/react-query';
import type { RegistryCalls } from './registry-calls.ts';

export function registriesQuery({ kind, owner, list }: RegistryCalls) {
  return queryOptions({
    queryKey: ['registries', kind, owner],
    queryFn: ({ signal }) => list(signal),
  });
}
