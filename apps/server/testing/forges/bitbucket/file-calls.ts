import { commitByApi } from '../fake/commit-by-api.ts';
import type { Calls, FakeForge } from '../fake/fake-forge.ts';
import type { BitbucketDeliveries } from './deliveries.ts';
import { findRepository } from './find-repository.ts';
import { refusal } from './refusal.ts';

/** Calls that change files. */
export function fileCalls(bitbucket: FakeForge, deliveries: BitbucketDeliveries): Calls {
  const { world } = bitbucket;
  return {
    'POST /repositories/:workspace/:repo/src': (call) => {
      const found = findRepository(world, call, 'write');
      const { message, branch, parents, ...files } = call.body as Record<string, string>;
      const head = found.refs.get(`refs/heads/${branch}`);
      if (head && head !== parents) throw refusal(409, 'The branch has moved');
      const [[path = '', text = ''] = []] = Object.entries(files);
      const { sha } = commitByApi(world, deliveries, found, call.account, {
        branch: branch ?? '',
        start: head ? '' : (parents ?? ''),
        path: path.replace(/^\//, ''),
        text,
        message: message ?? '',
      });
      const { workspace, repo } = call.params;
      const location = `${bitbucket.url}/2.0/repositories/${workspace}/${repo}/commit/${sha}`;
      return { status: 201, headers: { location } };
    },
  };
}
