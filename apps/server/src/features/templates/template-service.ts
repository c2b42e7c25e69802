import type { Clock } from '../../shared/clock.ts';
import { badRequest, notFound } from '../../shared/errors.ts';
import { languageOf, templateExtensions } from './languages.ts';
import type { Template } from './template.ts';
import type { TemplateStore } from './template-store.ts';

const namePattern = /^[A-Za-z0-9-_. ]+$/;

/** The templates of organisations. */
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
    input: { name?: string | undefined; data?: string | undefined },
  ): Promise<Template> {
    const name = input.name?.trim() ?? '';
    checkName(name);
    const now = this.clock.nowSec();
    const data = requireData(input.data);
    const row = await this.store.insert({ namespace, name, data, created: now, updated: now });
    if (!row) throw badRequest(`A template named ${name} exists already`);
    return row;
  }

  async update(namespace: string, name: string, data: string | undefined): Promise<Template> {
    const row = await this.require(namespace, name);
    return this.store.update(row.id, { data: requireData(data), updated: this.clock.nowSec() });
  }

  async delete(namespace: string, name: string): Promise<void> {
    await this.store.delete((await this.require(namespace, name)).id);
  }
}

function checkName(name: string): void {
  if (!name) throw badRequest('No Template Name Provided');
  if (!namePattern.test(name)) {
    throw badRequest(
      'Invalid Template Name: letters, digits, dots, dashes, underscores and spaces',
    );
  }
  if (!languageOf(name)) {
    throw badRequest(`Invalid Template Name: it must end with ${templateExtensions.join(', ')}`);
  }
}

function requireData(data: string | undefined): string {
  if (!data) throw badRequest('No Template Data Provided');
  return data;
}
