import { z } from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { templateData, templateName } from './names.ts';

/** `name` includes the extension, which selects the language: `.jsonnet`, `.starlark`, `.yaml`, … */
export const template = z.object({
  id: z.number(),
  name: z.string(),
  namespace: z.string(),
  data: z.string(),
  created: z.number(),
  updated: z.number(),
});
export type Template = z.infer<typeof template>;

const path = '/api/templates/:namespace';

export const listAllTemplates = defineEndpoint({
  method: 'GET',
  path: '/api/templates',
  access: 'system',
  summary: 'List the templates of every organization',
  output: z.array(template),
});

export const listTemplates = defineEndpoint({
  method: 'GET',
  path,
  access: 'member',
  summary: 'List the templates of an organization',
  output: z.array(template),
});

export const createTemplate = defineEndpoint({
  method: 'POST',
  path,
  access: 'owner',
  summary: 'Add a template',
  audit: { action: 'template.create', fields: ['name'] },
  body: z.object({ name: templateName, data: templateData }),
  ignoresUnknown: true,
  output: template,
});

export const getTemplate = defineEndpoint({
  method: 'GET',
  path: `${path}/:template`,
  access: 'member',
  summary: 'Get a template',
  output: template,
});

const templateChange = z.object({ data: templateData });

export const updateTemplate = defineEndpoint({
  method: 'PATCH',
  path: `${path}/:template`,
  access: 'owner',
  summary: 'Change the text of a template',
  audit: { action: 'template.update' },
  body: templateChange,
  ignoresUnknown: true,
  output: template,
});

export const replaceTemplate = defineEndpoint({
  method: 'PUT',
  path: `${path}/:template`,
  access: 'owner',
  summary: 'Alias for existing clients',
  audit: { action: 'template.update' },
  body: templateChange,
  ignoresUnknown: true,
  output: template,
});

export const deleteTemplate = defineEndpoint({
  method: 'DELETE',
  path: `${path}/:template`,
  access: 'owner',
  summary: 'Delete a template',
  audit: { action: 'template.delete' },
});
