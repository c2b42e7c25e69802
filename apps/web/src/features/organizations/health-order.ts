import type { RepoHealth } from '@millrace/contract/api';
import { isRed } from '../../domain-ui/branch-state-view.ts';

export const healthOrders = ['red', 'slow', 'flaky', 'queue', 'name'] as const;
export type HealthOrder = (typeof healthOrders)[number];

/** Returns the order that an address names; by default, what is broken comes first. */
export function readOrder(name: string | null): HealthOrder {
  return healthOrders.find((order) => order === name) ?? 'red';
}

/** Share of the finished builds that succeeded only when they were restarted. */
function flakiness({ finished, recovered }: RepoHealth): number {
  return finished > 0 ? recovered / finished : 0;
}

/** Age of a failure: the earlier it began, the larger. A failure of unknown age is the oldest. */
function redness(repo: RepoHealth): number {
  if (!isRed(repo.branch)) return Number.NEGATIVE_INFINITY;
  return -(repo.failing_since_time ?? 0);
}

const weights: Record<HealthOrder, (repo: RepoHealth) => number> = {
  red: redness,
  slow: ({ median = -1 }) => median,
  flaky: flakiness,
  queue: ({ running, waiting }) => running + waiting,
  name: () => 0,
};

/** Sorts repositories, which come by name: those of the same weight stay so. */
export function sortHealth(repos: readonly RepoHealth[], order: HealthOrder): RepoHealth[] {
  const weigh = weights[order];
  return repos.toSorted((a, b) => {
    const [one, other] = [weigh(a), weigh(b)];
    return one === other ? 0 : other - one;
  });
}
