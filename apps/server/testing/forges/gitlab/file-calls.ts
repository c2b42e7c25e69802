import { commitByApi } from '../fake/commit-by-api.ts';
import type { Calls, FakeForge } from '../fake/fake-forge.ts';
import { Refusal } from '../fake/refusal.ts';
import type { World } from '../fake/world.ts';
import type { GitlabDeliveries } from './deliveries.ts';
import { findProject, notFound } from './find-project.ts';
import { commitOf } from './shapes.ts';

/** Body of a commit with one file. */
interface CommitBody {
  branch: string;
  start_sha?: string;
  commit_message: string;
  actions: [{ action: string; file_path: string; content: string; last_commit_id?: string }];
}

const refuse = (message: string) => new Refusal(400, { message });

/** Calls that read and change single files. */
export function fileCalls({ world }: FakeForge, deliveries: GitlabDeliveries): Calls {
  return {
    'GET /projects/:id/repository/files/:path': (call) => {
      const { params, query } = call;
      const commit = world.findCommit(findProject(world, call, 'read'), query.ref ?? 'main');
      const { path = '' } = params;
      if (commit?.files[path] === undefined) throw notFound(commit ? 'File' : 'Commit');
      const last_commit_id = lastCommitOf(world, commit.sha, path);
      return { body: { file_path: path, ref: query.ref, commit_id: commit.sha, last_commit_id } };
    },
    'POST /projects/:id/repository/commits': (call) => {
      const project = findProject(world, call, 'read');
      const role = world.roleOf(call.account, project);
      if (role !== 'write' && role !== 'admin') {
        throw new Refusal(403, { message: '403 Forbidden' });
      }
      const { branch, start_sha, commit_message, actions } = call.body as unknown as CommitBody;
      const [{ action, file_path, content, last_commit_id }] = actions;
      const head = project.refs.get(`refs/heads/${branch}`);
      if (start_sha && head) {
        throw refuse(`A branch called '${branch}' already exists.`);
      }
      const parent = start_sha ?? head ?? '';
      const exists = world.commits.get(parent)?.files[file_path] !== undefined;
      if (action === 'create' && exists) throw refuse('A file with this name already exists');
      if (last_commit_id && lastCommitOf(world, parent, file_path) !== last_commit_id) {
        throw refuse(
          'You are attempting to update a file that has changed since you started editing it.',
        );
      }
      const commit = commitByApi(world, deliveries, project, call.account, {
        branch,
        start: start_sha ?? '',
        path: file_path,
        text: content,
        message: commit_message,
      });
      return { status: 201, body: commitOf(commit) };
    },
  };
}

/** Finds the newest commit that changed a file. */
function lastCommitOf(world: World, sha: string, path: string): string {
  const history = world.historyOf(sha);
  const textAt = (at: number) => world.commits.get(history[at] ?? '')?.files[path];
  return history.find((_, at) => textAt(at) !== textAt(at + 1)) ?? '';
}
