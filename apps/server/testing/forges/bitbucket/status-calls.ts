import type { Calls, FakeForge } from '../fake/fake-forge.ts';
import { findOwnCommit, findRepository } from './find-repository.ts';
import { refusal } from './refusal.ts';

const states = ['INPROGRESS', 'SUCCESSFUL', 'FAILED', 'STOPPED'];

/** Calls about commit statuses. A status replaces the earlier one with the same key. */
export function statusCalls({ world }: FakeForge): Calls {
  return {
    'POST /repositories/:workspace/:repo/commit/:sha/comments': (call) => {
      const repository = findRepository(world, call, 'read');
      const { sha = '' } = call.params;
      if (!findOwnCommit(world, repository, sha)) throw refusal(404, `Commit not found: ${sha}`);
      const { content } = call.body as { content?: { raw?: string } };
      if (!content?.raw) throw refusal(400, 'Bad request');
      repository.comments.push({ sha, text: content.raw });
      return { status: 201, body: { id: world.nextId(), type: 'commit_comment' } };
    },
    'POST /repositories/:workspace/:repo/commit/:sha/statuses/build': (call) => {
      const repository = findRepository(world, call, 'read');
      const { sha = '' } = call.params;
      if (!findOwnCommit(world, repository, sha)) throw refusal(404, `Commit not found: ${sha}`);
      const body = call.body as Record<string, string>;
      const { key = '', state = '', name = key, description = '', url = '' } = body;
      if (!key || key.length > 40 || !states.includes(state) || !URL.canParse(url)) {
        throw refusal(400, 'Bad request');
      }
      repository.statuses = repository.statuses.filter(
        (one) => one.sha !== sha || one.context !== name,
      );
      repository.statuses.unshift({ sha, state, context: name, description, url, ref: '' });
      return { status: 201, body: { type: 'build', key, state, name, description, url } };
    },
  };
}
