import { z } from 'zod/mini';
import { attemptQuery } from './builds.schema.ts';
import { defineDetails } from './endpoint.ts';

export const getCard = defineDetails({
  access: 'read',
  summary: 'Get the card data of a step',
  query: attemptQuery,
  output: z.unknown(),
});

export const getCardTemplate = defineDetails({
  access: 'read',
  summary: "Get the template of a step's card, fetched by the server",
  query: attemptQuery,
  output: z.unknown(),
});

export const createCard = defineDetails({
  access: 'admin',
  summary: 'Set the card of a step: the URL of its template and its data',
  forPrograms: 'Pipelines make cards; the call is for clients of existing servers',
  audit: { action: 'card.set', fields: ['schema'] },
  whileReadOnly: true,
  body: z.object({ schema: z.string(), data: z.unknown() }),
  ignoresUnknown: true,
});

export const deleteCard = defineDetails({
  access: 'admin',
  summary: 'Delete the card of a step',
  forPrograms: 'A card goes with its build',
  audit: { action: 'card.delete' },
});
