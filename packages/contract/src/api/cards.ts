import { z } from 'zod/mini';
import { attemptQuery } from './builds.ts';
import { defineEndpoint } from './endpoint.ts';

const path = '/api/repos/:namespace/:name/cards/:build/:stage/:step';

export const getCard = defineEndpoint({
  method: 'GET',
  path,
  access: 'read',
  summary: 'Get the card data of a step',
  query: attemptQuery,
  output: z.unknown(),
});

export const getCardTemplate = defineEndpoint({
  method: 'GET',
  path: `${path}/template`,
  access: 'read',
  summary: "Get the template of a step's card, fetched by the server",
  query: attemptQuery,
  output: z.unknown(),
});

export const createCard = defineEndpoint({
  method: 'POST',
  path,
  access: 'admin',
  summary: 'Set the card of a step: the URL of its template and its data',
  audit: { action: 'card.set', fields: ['schema'] },
  body: z.object({ schema: z.string(), data: z.unknown() }),
  ignoresUnknown: true,
});

export const deleteCard = defineEndpoint({
  method: 'DELETE',
  path,
  access: 'admin',
  summary: 'Delete the card of a step',
  audit: { action: 'card.delete' },
});
