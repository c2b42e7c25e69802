import type { z } from 'zod/mini';
import type * as schema from './build-trends.schema.ts';
import { defineCall } from './endpoint.ts';

export const trendRanges = ['1w', '4w', '12w', '1y'] as const;

export type TrendRange = (typeof trendRanges)[number];

export type BuildTrend = z.infer<typeof schema.buildTrend>;

export type TrendPeriod = BuildTrend['periods'][number];

export type TrendChange = BuildTrend['changes'][number];

export type TrendParts = z.infer<typeof schema.trendParts>;

export type TrendPart = TrendParts['parts'][number];

export const getBuildTrend = defineCall<typeof schema.getBuildTrend>()(
  'GET',
  '/api/repos/:namespace/:name/trends',
);

export const listTrendParts = defineCall<typeof schema.listTrendParts>()(
  'GET',
  '/api/repos/:namespace/:name/trends/parts',
);
