import type { TrendRange } from '@millrace/contract/api';
import { badRequest } from '@millrace/contract/api-errors';
import type { BuildEvent } from '@millrace/contract/vocabulary';
import { isTimeZone } from '../../domain/cron-expression.ts';
import { type Periods, periodsOf } from '../../domain/trends/periods.ts';
import type { TrendScope } from './trend-read-model.ts';

export interface TrendQuery {
  range?: TrendRange | undefined;
  branch?: string | undefined;
  event?: BuildEvent | undefined;
  zone?: string | undefined;
}

/**
 * Returns the periods of a query, and the builds that were created in them.
 * @throws a 400 error if the time zone is unknown
 */
export function readTrendQuery(
  repoId: number,
  { range = '4w', branch, event, zone = 'UTC' }: TrendQuery,
  nowSec: number,
): { periods: Periods; scope: TrendScope } {
  if (!isTimeZone(zone)) throw badRequest(`Invalid query: no time zone ${zone}`);
  const periods = periodsOf(range, nowSec, zone);
  const from = periods.starts[0] ?? periods.end;
  return { periods, scope: { repoId, from, to: periods.end, branch, event } };
}
