import { badRequest, notFound } from '@millrace/contract/api-errors';
import type { Clock } from '@millrace/node-kit/clock';
import type { Template } from './template.ts';
import type { TemplateStore } from './template-store.ts';

/** Creates, changes and deletes templates of organizations. */
export class TemplateService {
  private readonly store: TemplateStore;
  private readonly clock: Clock;

  constructor(store: TemplateStore, clock: Clock) {
    this.store = store;
    this.clock = clock;
  }

  list(namespace?: string): Promise<Template[]> {
    return this.store.list(namespace);
  }

  async require(namespace: string, name: string): Promise<Template> {
    const row = await this.store.find(namespace, name);
    if (!row) throw notFound();
    return row;
  }

  async create(
    namespace: string,
    { name, data }: { name: string; data: string },
  ): Promise<Template> {
    const now = this.clock.nowSec();
    const row = await this.store.insert({ namespace, name, data, created: now, updated: now });
    if (!row) throw badRequest(`A template named ${name} already exists`, 'already_exists');
    return row;
  }

  async update(namespace: string, name: string, data: string): Promise<Template> {
    const row = await this.require(namespace, name);
    return this.store.update(row.id, { data, updated: this.clock.nowSec() });
  }

  async delete(namespace: string, name: string): Promise<void> {
    await this.store.delete((await this.require(namespace, name)).id);
  }
}
