import type { CreateFeature } from '../../feature.ts';
import { toRepoJson } from '../../repositories/repo-mapper.ts';
import { convertConfig } from './convert-config.ts';
import { registerTemplateRoutes } from './template-routes.ts';
import { TemplateService } from './template-service.ts';
import { TemplateStore } from './template-store.ts';

/** Pipelines of an organization that its repositories fill in, and files that are scripts. */
export const templates: CreateFeature = ({ db, clock, forge, pipelineReader }) => {
  const store = new TemplateStore(db);
  const service = new TemplateService(store, clock);
  const findTemplate = async (namespace: string, name: string) =>
    (await store.find(namespace, name))?.data;
  return {
    ports: {
      convertConfig: (repo, request, text) =>
        convertConfig({ findTemplate, pipelineReader }, toRepoJson(repo, forge), request, text),
    },
    addRoutes: ({ api }) => registerTemplateRoutes(api, service),
  };
};
