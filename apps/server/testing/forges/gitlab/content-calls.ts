import type { Calls, FakeForge } from '../fake/fake-forge.ts';
import { listFolder } from '../fake/list-folder.ts';
import { findProject, notFound } from './find-project.ts';
import { commitOf } from './shapes.ts';

/** Calls about the content of a project. */
export function contentCalls({ world }: FakeForge): Calls {
  const findRef =
    (what: string, folder: string): Calls[string] =>
    (call) => {
      const { name = '' } = call.params;
      const sha = findProject(world, call, 'read').refs.get(`refs/${folder}/${name}`);
      const commit = world.commits.get(sha ?? '');
      if (!commit) throw notFound(what);
      return { body: { name, commit: commitOf(commit) } };
    };
  return {
    'GET /projects/:id/repository/branches/:name': findRef('Branch', 'heads'),
    'GET /projects/:id/repository/tags/:name': findRef('Tag', 'tags'),
    'GET /projects/:id/repository/tags': (call) => {
      const tags = world.listTags(findProject(world, call, 'read'));
      const limit = Number(call.query.per_page ?? 20);
      return {
        body: tags.slice(0, limit).map(({ name, commit }) => ({ name, commit: commitOf(commit) })),
      };
    },
    'GET /projects/:id/repository/commits': (call) => {
      const { ref_name = 'main', per_page = '20' } = call.query;
      const head = world.findCommit(findProject(world, call, 'read'), ref_name);
      const commits = head ? world.commitsSince('', head.sha) : [];
      return { body: commits.slice(0, Number(per_page)).map(commitOf) };
    },
    'GET /projects/:id/repository/commits/:sha': (call) => {
      const { sha = '' } = call.params;
      const commit = world.findCommit(findProject(world, call, 'read'), sha);
      if (!commit) throw notFound('Commit');
      return { body: commitOf(commit) };
    },
    'GET /projects/:id/repository/files/:path/raw': (call) => {
      const { params, query } = call;
      const commit = world.findCommit(findProject(world, call, 'read'), query.ref ?? 'main');
      const text = commit?.files[params.path ?? ''];
      if (text === undefined) throw notFound(commit ? 'File' : 'Commit');
      return { body: text };
    },
    'GET /projects/:id/repository/tree': (call) => {
      const { ref = 'main', path = '' } = call.query;
      const commit = world.findCommit(findProject(world, call, 'read'), ref);
      const entries = commit && listFolder(commit.files, path);
      if (!entries) throw notFound('Tree');
      const body = entries.slice(0, Number(call.query.per_page ?? 20)).map(({ name, isFile }) => ({
        name,
        path: path ? `${path}/${name}` : name,
        type: isFile ? 'blob' : 'tree',
      }));
      return { body };
    },
    'GET /projects/:id/repository/compare': (call) => {
      const { from = '', to = '' } = call.query;
      const project = findProject(world, call, 'read');
      const [before, after] = [world.findCommit(project, from), world.findCommit(project, to)];
      if (!before || !after) throw notFound('Ref');
      const paths = world.listChangedPaths(before.sha, after.sha);
      return {
        body: {
          commit: commitOf(after),
          compare_timeout: false,
          compare_same_ref: false,
          commits: world
            .commitsSince(before.sha, after.sha)
            .toReversed()
            .map((commit) => commitOf(commit)),
          diffs: paths.map((path) => ({ old_path: path, new_path: path, diff: '' })),
        },
      };
    },
  };
}
