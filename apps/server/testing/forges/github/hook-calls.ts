import type { Calls, FakeDeps } from './calls.ts';
import { invalid, notFound } from './refusal.ts';
import type { Hook, Repository } from './world.ts';

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
      const { active = true, events = ['push'], config } = body as unknown as Hook;
      if (found.hooks.some((known) => known.config.url === config.url)) {
        throw invalid('Hook', 'Hook already exists on this repository');
      }
      const hook = { id: world.nextId(), active, events, config };
      found.hooks.push(hook);
      deliveries.ping(found, hook, account);
      return { status: 201, body: shapes.hook(found, hook) };
    },
    [`PATCH ${path}/{hook_id}`]: ({ params, body, repository }) => {
      const found = repository('admin');
      const hook = Object.assign(find(found, params.hook_id), body);
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
