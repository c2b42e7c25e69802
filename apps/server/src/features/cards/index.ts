import { findCardProblem } from '@millrace/contract/card';
import { ClosedNetworks } from '@millrace/node-kit/closed-networks';
import type { CreateFeature } from '../../feature.ts';
import { registerCardRoutes } from './card-routes.ts';
import { CardService } from './card-service.ts';
import { CardStore } from './card-store.ts';
import { CardTemplates } from './card-templates.ts';

/** Adaptive Cards created by steps. */
export const cards: CreateFeature = (core) => {
  const { clock, config, stages } = core;
  const service = new CardService({
    ...core,
    findSchema: async (stepId) => (await stages.findStep(stepId))?.schema,
    templates: new CardTemplates({ clock, closed: new ClosedNetworks(config.cardNetworks) }),
  });
  return {
    owns: { cards: 'build' },
    imports: { card: (trx, stepId, data) => new CardStore(trx).put(stepId, data) },
    stepCalls: {
      whileRunning: {
        // An invalid card is ignored.
        createCard: async ({ id }, { body: card }) => {
          if (!findCardProblem(card)) await service.set(id, card);
        },
      },
    },
    addRoutes: ({ api }) => registerCardRoutes(api, service, stages),
  };
};
