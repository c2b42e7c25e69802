import type { CreateFeature } from '../../feature.ts';
import { registerTemplateRoutes } from './template-routes.ts';
import { TemplateService } from './template-service.ts';
import { TemplateStore } from './template-store.ts';

/** Pipelines of an organization that its repositories fill in. */
export const templates: CreateFeature = ({ db, clock }) => {
  const store = new TemplateStore(db);
  const service = new TemplateService(store, clock);
  return {
    ports: { findTemplate: async (namespace, name) => (await store.find(namespace, name))?.data },
    addRoutes: ({ api }) => registerTemplateRoutes(api, service),
  };
};
