import { createHash, randomUUID } from 'node:crypto';
import { commitByApi } from '../fake/commit-by-api.ts';
import type { Calls, FakeDeps } from './calls.ts';
import { invalid, notFound, Refusal } from './refusal.ts';

/** A tree or commit that no branch contains yet. */
interface Loose {
  path: string;
  text: string;
  message: string;
  parent: string;
}

/** Returns the hash that git gives to the text of a file. */
export function blobSha(text: string): string {
  const bytes = Buffer.from(text);
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

/** Calls that change files. */
export function fileCalls({ world, published, deliveries }: FakeDeps): Calls {
  const loose = new Map<string, Loose>();
  const addLoose = (entry: Loose) => {
    const sha = createHash('sha1').update(randomUUID()).digest('hex');
    loose.set(sha, entry);
    return sha;
  };
  const contents = '/repos/{owner}/{repo}/contents/{path}';
  const git = '/repos/{owner}/{repo}/git';
  return {
    [`PUT ${contents}`]: ({ account, params, body, repository }) => {
      const found = repository('write');
      const path = params['*'] ?? '';
      const { branch, message, content, sha } = body as Record<string, string>;
      const head = found.refs.get(`refs/heads/${branch}`);
      const before = world.commits.get(head ?? '')?.files[path];
      if (!head) throw notFound();
      if (before !== undefined && !sha) {
        throw new Refusal(422, 'Invalid request.\n\n"sha" wasn\'t supplied.');
      }
      if (sha && blobSha(before ?? '') !== sha) {
        throw new Refusal(409, `${path} does not match ${sha}`);
      }
      const text = Buffer.from(content ?? '', 'base64').toString();
      const commit = commitByApi(world, deliveries, found, account, {
        branch: branch ?? '',
        start: '',
        path,
        text,
        message: message ?? '',
      });
      const status = before === undefined ? 201 : 200;
      const answer = published.example('PUT', contents, status);
      const made = { ...(answer.commit as object), sha: commit.sha, message };
      return { status, body: { ...answer, commit: made } };
    },
    [`GET ${git}/commits/{commit_sha}`]: ({ params: { commit_sha = '' }, repository }) => {
      if (!world.findCommit(repository('read'), commit_sha)) throw notFound();
      const path = `${git}/commits/{commit_sha}`;
      const example = published.example('GET', path, 200, { sha: commit_sha });
      // The fake does not store trees, so the tree has the hash of its commit.
      return { body: { ...example, tree: { ...(example.tree as object), sha: commit_sha } } };
    },
    [`POST ${git}/trees`]: ({ body, repository }) => {
      repository('write');
      const [entry] = body.tree as { path: string; content: string }[];
      const { path = '', content: text = '' } = entry ?? {};
      const sha = addLoose({ path, text, message: '', parent: String(body.base_tree) });
      return { status: 201, body: published.example('POST', `${git}/trees`, 201, { sha }) };
    },
    [`POST ${git}/commits`]: ({ body, repository }) => {
      repository('write');
      const tree = loose.get(String(body.tree));
      if (!tree) throw invalid('Commit', 'Tree SHA does not exist');
      const sha = addLoose({ ...tree, message: String(body.message) });
      return { status: 201, body: published.example('POST', `${git}/commits`, 201, { sha }) };
    },
    [`POST ${git}/refs`]: ({ account, body, repository }) => {
      const found = repository('write');
      const [ref, sha] = [String(body.ref), String(body.sha)];
      if (found.refs.has(ref)) throw invalid('Reference', 'Reference already exists');
      const made = loose.get(sha);
      if (!made) throw invalid('Reference', 'Object does not exist');
      const branch = ref.replace('refs/heads/', '');
      const start = made.parent;
      commitByApi(world, deliveries, found, account, { ...made, branch, start, sha });
      const { object } = published.example('POST', `${git}/refs`, 201);
      return {
        status: 201,
        body: published.example('POST', `${git}/refs`, 201, {
          ref,
          object: { ...(object as object), sha },
        }),
      };
    },
  };
}
