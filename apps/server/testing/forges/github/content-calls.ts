import { listFolder } from '../fake/list-folder.ts';
import type { Calls, FakeDeps } from './calls.ts';
import { blobSha } from './file-calls.ts';
import { notFound, Refusal } from './refusal.ts';

/** Calls about the content of a repository. */
export function contentCalls({ world, published, shapes }: FakeDeps): Calls {
  return {
    'GET /repos/{owner}/{repo}': ({ account, repository }) => {
      const found = repository('read');
      return { body: shapes.fullRepository(found, world.roleOf(account, found) ?? 'read') };
    },
    'GET /repos/{owner}/{repo}/commits': ({ query: { sha = 'main' }, repository }) => {
      const found = repository('read');
      if (found.refs.size === 0) throw new Refusal(409, 'Git Repository is empty.');
      const head = world.findCommit(found, sha);
      if (!head) throw notFound();
      const commits = world.commitsSince('', head.sha);
      return { list: commits.map((commit) => shapes.commit(found, commit)) };
    },
    'GET /repos/{owner}/{repo}/tags': ({ repository }) => {
      const found = repository('read');
      return { list: world.listTags(found).map((tag) => shapes.tag(found, tag)) };
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
      const filePath = params['*'] ?? '';
      const text = commit?.files[filePath];
      const entries = commit && listFolder(commit.files, filePath);
      if (text === undefined && entries) {
        return { body: entries.map((entry) => shapes.entry(filePath, entry)) };
      }
      if (text === undefined) throw notFound();
      if (accept !== 'application/vnd.github.raw+json') {
        const path = '/repos/{owner}/{repo}/contents/{path}';
        return {
          body: published.example('GET', path, 200, { path: filePath, sha: blobSha(text) }),
        };
      }
      return { body: text, type: 'application/vnd.github.raw+json; charset=utf-8' };
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
