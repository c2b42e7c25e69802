import type { CreateFeature } from '../../feature.ts';
import { registerSummaryRoutes } from './summary-routes.ts';
import { SummaryService } from './summary-service.ts';

/** Summaries: Markdown texts that steps write. */
export const summaries: CreateFeature = (core) => {
  const service = new SummaryService(core);
  return {
    owns: { step_summaries: 'build' },
    stepFiles: { summary: service.addFile },
    addRoutes: ({ api }) => registerSummaryRoutes(api, service, core.stages),
  };
};
