import {
  createTemplate,
  deleteTemplate,
  listTemplates,
  updateTemplate,
} from '../../../api/index.ts';
import { nowSec } from '../../now-sec.ts';
import { notFound } from '../refusal.ts';
import { without } from './named-items.ts';
import { on } from './on.ts';

/** Templates. */
export const templateHandlers = [
  on(listTemplates, ({ state }) => state.templates),
  on(createTemplate, ({ state, params: { namespace }, body }) => {
    const { name = '', data = '' } = body;
    const id = state.templates.length + 1;
    const template = { id, namespace, name, data, created: nowSec(), updated: nowSec() };
    state.templates = [...state.templates, template];
    return template;
  }),
  on(updateTemplate, ({ state, params, body }) => {
    const old = state.templates.find(({ name }) => name === params.template);
    if (!old) throw notFound();
    const template = { ...old, ...body };
    state.templates = state.templates.map((other) => (other === old ? template : other));
    return template;
  }),
  on(deleteTemplate, ({ state, params }) => {
    state.templates = without(state.templates, params.template);
  }),
];
