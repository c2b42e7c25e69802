import type * as schema from './cards.schema.ts';
import { defineCall } from './endpoint.ts';

const path = '/api/repos/:namespace/:name/cards/:build/:stage/:step';

export const getCard = defineCall<typeof schema.getCard>()('GET', path);

export const getCardTemplate = defineCall<typeof schema.getCardTemplate>()(
  'GET',
  `${path}/template`,
);

export const createCard = defineCall<typeof schema.createCard>()('POST', path);

export const deleteCard = defineCall<typeof schema.deleteCard>()('DELETE', path);
