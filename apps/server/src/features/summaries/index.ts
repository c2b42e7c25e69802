import type { CreateFeature } from '../../feature.ts';
import { registerSummaryRoutes } from './summary-routes.ts';
import { SummaryService } from './summary-service.ts';

/** Summaries: Markdown texts that steps write. */
export const summaries: CreateFeature = (core, ports) => {
  const service = new SummaryService(core);
  return {
    owns: ['step_summaries'],
    ports: { storeSummary: service.addFile },
    addRoutes: ({ api }) => registerSummaryRoutes(api, service, ports),
  };
};
