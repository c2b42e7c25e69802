import type { z } from 'zod/mini';
import { defineCall } from './endpoint.ts';
import type * as schema from './templates.schema.ts';

export type Template = z.infer<typeof schema.template>;

const path = '/api/templates/:namespace';

export const listAllTemplates = defineCall<typeof schema.listAllTemplates>()(
  'GET',
  '/api/templates',
);

export const listTemplates = defineCall<typeof schema.listTemplates>()('GET', path);

export const createTemplate = defineCall<typeof schema.createTemplate>()('POST', path);

export const getTemplate = defineCall<typeof schema.getTemplate>()('GET', `${path}/:template`);

export const updateTemplate = defineCall<typeof schema.updateTemplate>()(
  'PATCH',
  `${path}/:template`,
);

export const replaceTemplate = defineCall<typeof schema.replaceTemplate>()(
  'PUT',
  `${path}/:template`,
);

export const deleteTemplate = defineCall<typeof schema.deleteTemplate>()(
  'DELETE',
  `${path}/:template`,
);
