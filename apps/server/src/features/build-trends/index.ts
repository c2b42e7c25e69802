import { getBuildTrend, listTrendParts } from '@millrace/contract/api';
import type { CreateFeature } from '../../feature.ts';
import { PartLister } from './part-lister.ts';
import { TrendReadModel } from './trend-read-model.ts';
import { TrendReader } from './trend-reader.ts';

/** Trends of durations, results and times in the queue over days and weeks. */
export const buildTrends: CreateFeature = ({ db, clock }) => {
  const deps = { readModel: new TrendReadModel(db), clock };
  const reader = new TrendReader(deps);
  const parts = new PartLister(deps);
  return {
    addRoutes: ({ api }) => {
      api.repo(getBuildTrend, ({ repo, query }) => reader.read(repo.id, query));
      api.repo(listTrendParts, ({ repo, query }) => parts.list(repo.id, query));
    },
  };
};
