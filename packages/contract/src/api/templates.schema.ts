import { z } from 'zod/mini';
import { defineDetails } from './endpoint.ts';
import { templateData, templateName } from './names.schema.ts';

/** `name` includes the extension, which selects the language: `.jsonnet`, `.starlark`, `.yaml`, … */
export const template = z.object({
  id: z.number(),
  name: z.string(),
  namespace: z.string(),
  data: z.string(),
  created: z.number(),
  updated: z.number(),
});

export const listAllTemplates = defineDetails({
  access: 'system',
  summary: 'List the templates of every organization',
  forPrograms: 'For scripts of administrators; people see those of one organization',
  output: z.array(template),
});

export const listTemplates = defineDetails({
  access: 'member',
  summary: 'List the templates of an organization',
  output: z.array(template),
});

export const createTemplate = defineDetails({
  access: 'owner',
  summary: 'Add a template',
  audit: { action: 'template.create', fields: ['name'] },
  body: z.object({ name: templateName, data: templateData }),
  ignoresUnknown: true,
  output: template,
});

export const getTemplate = defineDetails({
  access: 'member',
  summary: 'Get a template',
  forPrograms: 'The list has the same',
  output: template,
});

const templateChange = z.object({ data: templateData });

export const updateTemplate = defineDetails({
  access: 'owner',
  summary: 'Change the text of a template',
  audit: { action: 'template.update' },
  body: templateChange,
  ignoresUnknown: true,
  output: template,
});

export const replaceTemplate = defineDetails({
  access: 'owner',
  summary: 'Alias for existing clients',
  forPrograms: 'The same as `updateTemplate`, for existing clients',
  audit: { action: 'template.update' },
  body: templateChange,
  ignoresUnknown: true,
  output: template,
});

export const deleteTemplate = defineDetails({
  access: 'owner',
  summary: 'Delete a template',
  audit: { action: 'template.delete' },
});
