import { listTop } from '../fake/list-top.ts';
import type { Calls, FakeDeps } from './calls.ts';
import { notFound, Refusal } from './refusal.ts';

/** Calls about the content of a repository. */
export function contentCalls({ world, published, shapes }: FakeDeps): Calls {
  return {
    'GET /repos/{owner}/{repo}': ({ account, repository }) => {
      const found = repository('read');
      return { body: shapes.fullRepository(found, world.roleOf(account, found) ?? 'read') };
    },
    'GET /repos/{owner}/{repo}/commits/{ref}': ({ params: { ref = '' }, repository }) => {
      const found = repository('read');
      if (found.refs.size === 0) throw new Refusal(409, 'Git Repository is empty.');
      const commit = world.findCommit(found, ref);
      if (!commit) throw new Refusal(422, `No commit found for SHA: ${ref}`);
      return { body: shapes.commit(found, commit) };
    },
    'GET /repos/{owner}/{repo}/contents/{path}': ({ params, query, accept, repository }) => {
      const commit = world.findCommit(repository('read'), query.ref ?? 'main');
      const text = commit?.files[params['*'] ?? ''];
      if (text === undefined) throw notFound();
      // Other media types return JSON with the text in base64.
      if (accept !== 'application/vnd.github.raw+json') throw new Refusal(415, accept);
      return { body: text, type: 'application/vnd.github.raw+json; charset=utf-8' };
    },
    'GET /repos/{owner}/{repo}/git/trees/{tree_sha}': ({ params, repository }) => {
      const { tree_sha: sha = '' } = params;
      const commit = world.findCommit(repository('read'), sha);
      if (!commit) throw notFound();
      const path = '/repos/{owner}/{repo}/git/trees/{tree_sha}';
      const tree = listTop(commit.files).map(({ name, isFile }) => ({
        path: name,
        mode: isFile ? '100644' : '040000',
        type: isFile ? 'blob' : 'tree',
        sha,
        size: 1,
        url: '',
      }));
      return { body: published.example('GET', path, 200, { sha, tree, truncated: false }) };
    },
    'GET /repos/{owner}/{repo}/compare/{basehead}': ({ params, query, repository }) => {
      const found = repository('read');
      const [base = '', head = ''] = (params.basehead ?? '').split('...');
      const [from, to] = [world.findCommit(found, base), world.findCommit(found, head)];
      if (!from || !to) throw notFound();
      const between = world.commitsSince(from.sha, to.sha).toReversed();
      const changed = world.listChangedPaths(from.sha, to.sha);
      const path = '/repos/{owner}/{repo}/compare/{basehead}';
      const body = published.example('GET', path, 200, {
        base_commit: shapes.commit(found, from),
        total_commits: between.length,
        ahead_by: between.length,
        commits: between
          .slice(0, Number(query.per_page ?? 250))
          .map((commit) => shapes.commit(found, commit)),
        files: shapes.files(changed.slice(0, 300)),
      });
      return { body };
    },
  };
}
