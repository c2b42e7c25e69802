import type { Hook, Repository } from '../fake/world.ts';
import type { Calls, FakeDeps } from './calls.ts';
import { invalid, notFound } from './refusal.ts';
import { readSettings } from './shapes.ts';

const path = '/repos/{owner}/{repo}/hooks';

/** Calls about webhooks. */
export function hookCalls({ world, shapes, deliveries }: FakeDeps): Calls {
  const find = ({ hooks }: Repository, id: string | undefined): Hook => {
    const hook = hooks.find((known) => known.id === Number(id));
    if (!hook) throw notFound();
    return hook;
  };
  return {
    [`GET ${path}`]: ({ repository }) => {
      const found = repository('admin');
      return { list: found.hooks.map((hook) => shapes.hook(found, hook)) };
    },
    [`POST ${path}`]: ({ account, body, repository }) => {
      const found = repository('admin');
      const settings = readSettings({ active: true, events: ['push'], ...body });
      const { url } = settings.config;
      if (found.hooks.some((known) => known.url === url)) {
        throw invalid('Hook', 'Hook already exists on this repository');
      }
      const hook: Hook = { id: world.nextId(), uuid: '', url, settings: { ...settings } };
      found.hooks.push(hook);
      deliveries.ping(found, hook, account);
      return { status: 201, body: shapes.hook(found, hook) };
    },
    [`PATCH ${path}/{hook_id}`]: ({ params, body, repository }) => {
      const found = repository('admin');
      const hook = find(found, params.hook_id);
      hook.settings = { ...hook.settings, ...body };
      hook.url = readSettings(hook.settings).config.url;
      return { body: shapes.hook(found, hook) };
    },
    [`DELETE ${path}/{hook_id}`]: ({ params, repository }) => {
      const found = repository('admin');
      const hook = find(found, params.hook_id);
      found.hooks = found.hooks.filter((known) => known !== hook);
      return { status: 204 };
    },
  };
}
