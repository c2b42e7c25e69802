import type { CreateFeature } from '../../feature.ts';
import { ClosedNetworks } from '../../shared/closed-networks.ts';
import { registerCardRoutes } from './card-routes.ts';
import { CardService } from './card-service.ts';
import { CardStore } from './card-store.ts';
import { CardTemplates } from './card-templates.ts';

/** Adaptive Cards created by steps. */
export const cards: CreateFeature = (core, ports) => {
  const { clock, config, stages } = core;
  const service = new CardService({
    ...core,
    findSchema: async (stepId) => (await stages.findStep(stepId))?.schema,
    templates: new CardTemplates({ clock, closed: new ClosedNetworks(config.cardNetworks) }),
  });
  return {
    owns: ['cards'],
    ports: {
      setCard: (stepId, card) => service.set(stepId, card),
      importCard: (trx, stepId, data) => new CardStore(trx).put(stepId, data),
    },
    addRoutes: ({ api }) => registerCardRoutes(api, service, ports),
  };
};
