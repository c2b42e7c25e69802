import { getOrganizationUsage, getUsage, type Usage } from '../../../api/index.ts';
import { on } from './on.ts';

const amounts = { stages: 3, seconds: 600, waited: 90, cost: 1.2 };

const usage: Usage = {
  from: '2026-11-01',
  to: '2026-11-30',
  currency: 'EUR',
  total: amounts,
  groups: [{ name: 'octo', ...amounts, stored: 5_000_000 }],
};

/** Use of runners. */
export const usageHandlers = [on(getUsage, () => usage), on(getOrganizationUsage, () => usage)];
