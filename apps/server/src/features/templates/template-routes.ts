import {
  createTemplate,
  deleteTemplate,
  getTemplate,
  listAllTemplates,
  listTemplates,
  replaceTemplate,
  updateTemplate,
} from '@millrace/contract/api';
import type { ApiRoutes } from '../../http/api-routes.ts';
import type { TemplateService } from './template-service.ts';

/** Rows of the table are sent unchanged: they have the fields of the API. */
export function registerTemplateRoutes(routes: ApiRoutes, templates: TemplateService): void {
  routes.session(listAllTemplates, () => templates.list());
  routes.org(listTemplates, ({ params }) => templates.list(params.namespace));
  routes.org(createTemplate, ({ params, body }) => templates.create(params.namespace, body));
  routes.org(getTemplate, ({ params }) => templates.require(params.namespace, params.template));
  for (const endpoint of [updateTemplate, replaceTemplate] as const) {
    routes.org(endpoint, ({ params, body }) =>
      templates.update(params.namespace, params.template, body.data),
    );
  }
  routes.org(deleteTemplate, async ({ params }) => {
    await templates.delete(params.namespace, params.template);
  });
}
