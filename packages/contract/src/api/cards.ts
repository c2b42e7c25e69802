import { z } from 'zod/mini';
import { attemptQuery } from './builds.ts';
import { defineEndpoint } from './endpoint.ts';

const path = '/api/repos/:namespace/:name/cards/:build/:stage/:step';

export const getCard = defineEndpoint({
  method: 'GET',
  path,
  access: 'read',
  summary: 'The data of the card that a step made',
  query: attemptQuery,
  output: z.unknown(),
});

export const getCardTemplate = defineEndpoint({
  method: 'GET',
  path: `${path}/template`,
  access: 'read',
  summary: "The template that a step's card names, fetched by the server",
  query: attemptQuery,
  output: z.unknown(),
});

export const createCard = defineEndpoint({
  method: 'POST',
  path,
  access: 'admin',
  summary: 'Give a step a card: the address of its template, and its data',
  body: z.object({ schema: z.string(), data: z.unknown() }),
});

export const deleteCard = defineEndpoint({
  method: 'DELETE',
  path,
  access: 'admin',
  summary: 'Take the card of a step away',
});
