import { randomUUID } from 'node:crypto';
import type { Call, Calls, FakeForge } from '../fake/fake-forge.ts';
import type { Hook } from '../fake/world.ts';
import { findRepository } from './find-repository.ts';
import { refusal } from './refusal.ts';

const hooks = '/repositories/:workspace/:repo/hooks';

/** Calls about webhooks. */
export function hookCalls({ world }: FakeForge): Calls {
  const find = (call: Call) => {
    const repository = findRepository(world, call, 'admin');
    const hook = repository.hooks.find(({ uuid }) => uuid === call.params.hook);
    if (!hook) throw refusal(404, 'No such webhook');
    return { repository, hook };
  };
  return {
    [`GET ${hooks}`]: (call) => ({ list: findRepository(world, call, 'admin').hooks.map(shownOf) }),
    [`POST ${hooks}`]: (call) => {
      const repository = findRepository(world, call, 'admin');
      const { body } = call;
      const hook = {
        id: world.nextId(),
        uuid: `{${randomUUID()}}`,
        url: String(body.url),
        settings: body,
      };
      repository.hooks.push(hook);
      return { status: 201, body: shownOf(hook) };
    },
    [`PUT ${hooks}/:hook`]: (call) => {
      const { hook } = find(call);
      Object.assign(hook, { url: String(call.body.url), settings: call.body });
      return { body: shownOf(hook) };
    },
    [`DELETE ${hooks}/:hook`]: (call) => {
      const { repository, hook } = find(call);
      repository.hooks = repository.hooks.filter((known) => known !== hook);
      return { status: 204 };
    },
  };
}

/** Omits the secret, and shows only whether there is one. */
function shownOf({ uuid, url, settings: { secret, ...settings } }: Hook) {
  return { ...settings, type: 'webhook_subscription', uuid, url, secret_set: Boolean(secret) };
}
