import type { Calls, FakeForge } from '../fake/fake-forge.ts';
import { Refusal } from '../fake/refusal.ts';
import { findProject, notFound } from './find-project.ts';

const events: Record<string, string> = {
  pending: 'enqueue',
  running: 'run',
  success: 'success',
  failed: 'drop',
  canceled: 'cancel',
};
const longest = 255;

/** Calls about commit statuses. */
export function statusCalls({ world }: FakeForge): Calls {
  return {
    'GET /projects/:id/repository/commits/:sha/statuses': (call) => ({
      list: findProject(world, call, 'read')
        .statuses.filter(({ sha }) => sha === call.params.sha)
        .filter(({ context, ref }) => context === call.query.name && ref === call.query.ref)
        .slice(0, 1)
        .map((status) => ({
          sha: status.sha,
          ref: status.ref,
          name: status.context,
          status: status.state,
          target_url: status.url,
          description: status.description,
        })),
    }),
    'POST /projects/:id/repository/commits/:sha/comments': (call) => {
      const { comments } = findProject(world, call, 'write');
      const { sha = '' } = call.params;
      if (!world.commits.has(sha)) throw notFound('Commit');
      const { note = '' } = call.body as Record<string, string>;
      if (!note) throw new Refusal(400, { error: 'note is missing' });
      comments.push({ sha, text: note });
      return { status: 201, body: { note, line_type: null, path: null } };
    },
    'POST /projects/:id/statuses/:sha': (call) => {
      const repository = findProject(world, call, 'write');
      const { sha = '' } = call.params;
      const body = call.body as Record<string, string>;
      const { state = '', name = 'default', description = '', target_url = '', ref } = body;
      if (!world.commits.has(sha)) throw notFound('Commit');
      const branch = [...repository.refs].find(([, at]) => world.historyOf(at).includes(sha))?.[0];
      if (!ref && !branch) throw notFound('References for commit');
      if (!(state in events) || [name, description, target_url].some(isTooLong)) {
        throw new Refusal(400, { error: 'state does not have a valid value' });
      }
      const known = repository.statuses.find(
        (status) =>
          status.sha === sha &&
          status.context === name &&
          status.ref === (ref ?? '') &&
          isOpen(status.state),
      );
      if (known?.state === state || (known?.state === 'running' && state === 'pending')) {
        const message = `Cannot transition status via :${events[state]} from :${known.state}`;
        throw new Refusal(400, { message: `${message} (Reason(s): Status cannot transition)` });
      }
      const status = { sha, state, context: name, description, url: target_url, ref: ref ?? '' };
      // A finished status is replaced by a new one, and no longer listed.
      repository.statuses = repository.statuses.filter(
        (one) => one.sha !== sha || one.context !== name,
      );
      repository.statuses.unshift(status);
      return { status: 201, body: { id: world.nextId(), sha, ref, status: state, name } };
    },
  };
}

function isOpen(state: string): boolean {
  return state === 'pending' || state === 'running';
}

function isTooLong(text: string): boolean {
  return text.length > longest;
}
