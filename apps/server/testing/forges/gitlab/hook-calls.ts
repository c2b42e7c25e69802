import type { Call, Calls, FakeForge } from '../fake/fake-forge.ts';
import { Refusal } from '../fake/refusal.ts';
import type { Hook } from '../fake/world.ts';
import { findProject, notFound } from './find-project.ts';

/** Calls about webhooks. */
export function hookCalls({ world }: FakeForge): Calls {
  const find = (call: Call) => {
    const project = findProject(world, call, 'admin');
    const hook = project.hooks.find(({ id }) => id === Number(call.params.hook));
    if (!hook) throw notFound('Hook');
    return { project, hook };
  };
  return {
    'GET /projects/:id/hooks': (call) => ({
      list: findProject(world, call, 'admin').hooks.map(shownOf),
    }),
    'POST /projects/:id/hooks': (call) => {
      const project = findProject(world, call, 'admin');
      const id = world.nextId();
      const hook = { id, uuid: '', url: readUrl(call), settings: call.body };
      project.hooks.push(hook);
      return { status: 201, body: shownOf(hook) };
    },
    'PUT /projects/:id/hooks/:hook': (call) => {
      const { hook } = find(call);
      Object.assign(hook, { url: readUrl(call), settings: { ...hook.settings, ...call.body } });
      return { body: shownOf(hook) };
    },
    'DELETE /projects/:id/hooks/:hook': (call) => {
      const { project, hook } = find(call);
      project.hooks = project.hooks.filter((known) => known !== hook);
      return { status: 204 };
    },
  };
}

function readUrl({ body: { url } }: Call): string {
  if (typeof url === 'string' && /^https?:/.test(url)) return url;
  throw new Refusal(422, { error: 'Invalid url given' });
}

/** Webhook as it is returned. Its token is never shown again. */
function shownOf({ id, url, settings: { token: _, ...settings } }: Hook) {
  return { ...settings, id, url };
}
