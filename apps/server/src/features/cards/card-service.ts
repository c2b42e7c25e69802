import { type Card, findCardProblem } from '@millrace/contract/card';
import { errorMessages } from '@millrace/contract/errors';
import type { Database, Db } from '../../db/database.ts';
import type { BuildRow } from '../../db/tables.ts';
import { badRequest, notFound } from '../../shared/errors.ts';
import type { Events } from '../../shared/events.ts';
import { CardStore } from './card-store.ts';
import type { CardTemplates } from './card-templates.ts';

interface Parts {
  db: Database;
  events: Events;
  /** The address of the card's template, where the step has a card. */
  findSchema: (stepId: number) => Promise<string | undefined>;
  templates: CardTemplates;
  /** Writes the address of the card's template into the step, which is a change of its build. */
  writeSchema: (db: Db, stepId: number, schema: string) => Promise<BuildRow>;
}

/** Keeps what steps show beside their logs. */
export class CardService {
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** JSON. */
  async require(stepId: number): Promise<string> {
    const data = await new CardStore(this.parts.db).find(stepId);
    if (data === undefined) throw notFound(errorMessages.noRows);
    return data;
  }

  /** JSON. Nothing but what a card names is fetched. */
  async requireTemplate(stepId: number, place: string): Promise<string> {
    const schema = await this.parts.findSchema(stepId);
    if (!schema) throw notFound(errorMessages.noRows);
    return this.parts.templates.require(schema, place);
  }

  async set(stepId: number, card: Card): Promise<void> {
    const problem = findCardProblem(card);
    if (problem) throw badRequest(problem);
    await this.change(async (db) => {
      await new CardStore(db).put(stepId, JSON.stringify(card.data));
      return this.parts.writeSchema(db, stepId, card.schema);
    });
  }

  async delete(stepId: number): Promise<void> {
    await this.change(async (db) => {
      if (!(await new CardStore(db).delete(stepId))) throw notFound(errorMessages.noRows);
      return this.parts.writeSchema(db, stepId, '');
    });
  }

  private async change(run: (db: Db) => Promise<BuildRow>): Promise<void> {
    const build = await this.parts.db.transaction().execute(run);
    this.parts.events.emit('buildChanged', { repoId: build.repo_id, buildId: build.id });
  }
}
