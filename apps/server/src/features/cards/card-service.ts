import { badRequest, missing } from '@millrace/contract/api-errors';
import { type Card, findCardProblem } from '@millrace/contract/card';
import type { ChangeBuild } from '../../builds/change-build.ts';
import type { Database } from '../../db/database.ts';
import { CardStore } from './card-store.ts';
import type { CardTemplates } from './card-templates.ts';

interface Deps {
  db: Database;
  changeBuild: ChangeBuild;
  /** Returns the URL of the card template of a step; undefined if the step has no card. */
  findSchema: (stepId: number) => Promise<string | undefined>;
  templates: CardTemplates;
}

/** Stores and reads the cards of steps. */
export class CardService {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** Returns the data of a card, as JSON. Throws 404 if the step has none. */
  async require(stepId: number): Promise<string> {
    const data = await new CardStore(this.deps.db).find(stepId);
    if (data === undefined) throw missing();
    return data;
  }

  /** Returns the template of a step's card, as JSON. No other URL can be fetched this way. */
  async requireTemplate(stepId: number, ownerKey: string): Promise<string> {
    const schema = await this.deps.findSchema(stepId);
    if (!schema) throw missing();
    return this.deps.templates.require(schema, ownerKey);
  }

  async set(stepId: number, card: Card): Promise<void> {
    const problem = findCardProblem(card);
    if (problem) throw badRequest(problem);
    await this.deps.changeBuild.send({ step: stepId }, async (trx) => {
      await new CardStore(trx).put(stepId, JSON.stringify(card.data));
      return { kind: 'showCard', stepId, schema: card.schema };
    });
  }

  async delete(stepId: number): Promise<void> {
    await this.deps.changeBuild.send({ step: stepId }, async (trx) => {
      if (!(await new CardStore(trx).delete(stepId))) throw missing();
      return { kind: 'showCard', stepId, schema: '' };
    });
  }
}
