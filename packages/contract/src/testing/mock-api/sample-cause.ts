import type { RepoCause } from '../../api/index.ts';

export function sampleCause(): RepoCause {
  return {
    id: 5,
    step: 'test',
    title: 'Error: connect ECONNREFUSED 127.0.0.1:5432',
    name: '',
    issue: '',
    retry: false,
    failures: 14,
    recovered: 11,
    first: { build: 96, commit: '3f2a9c01d4e5f60718293a4b5c6d7e8f90a1b2c3', seen: 1_700_000_000 },
    last_seen: 1_700_900_000,
    weeks: [],
    others: [],
  };
}
