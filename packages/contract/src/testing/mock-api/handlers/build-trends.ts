import { getBuildTrend, listTrendParts } from '../../../api/index.ts';
import { on } from './on.ts';

/** Trends. The state is the answer to every query. */
export const buildTrendHandlers = [
  on(getBuildTrend, ({ state }) => state.buildTrend),
  on(listTrendParts, ({ state }) => state.trendParts),
];
