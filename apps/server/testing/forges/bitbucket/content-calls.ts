import type { Call, Calls, FakeForge } from '../fake/fake-forge.ts';
import { listFolder } from '../fake/list-folder.ts';
import { findOwnCommit, findRepository } from './find-repository.ts';
import { refusal } from './refusal.ts';
import { commitOf } from './shapes.ts';

/** Calls about the content of a repository. */
export function contentCalls(bitbucket: FakeForge): Calls {
  const { world } = bitbucket;
  const repo = '/repositories/:workspace/:repo';
  const find = (call: Call, start: string) => {
    const commit = findOwnCommit(world, findRepository(world, call, 'read'), start);
    if (!commit) throw refusal(404, `Commit not found: ${start}`);
    return commit;
  };
  const findRef =
    (folder: string): Calls[string] =>
    (call) => {
      const name = call.params['*'] ?? '';
      const sha = findRepository(world, call, 'read').refs.get(`refs/${folder}/${name}`);
      const commit = world.commits.get(sha ?? '');
      if (!commit) throw refusal(404, `No such ref: ${name}`);
      return { body: { name, target: commitOf(bitbucket.url, commit) } };
    };
  return {
    [`GET ${repo}/refs/tags`]: (call) => ({
      list: world
        .listTags(findRepository(world, call, 'read'))
        .map(({ name, commit }) => ({ name, target: commitOf(bitbucket.url, commit) })),
    }),
    [`GET ${repo}/refs/branches/*`]: findRef('heads'),
    [`GET ${repo}/refs/tags/*`]: findRef('tags'),
    [`GET ${repo}/commit/:sha`]: (call) => ({
      body: commitOf(bitbucket.url, find(call, call.params.sha ?? '')),
    }),
    [`GET ${repo}/commits/:sha`]: (call) => {
      const { exclude } = call.query;
      const before = exclude ? find(call, exclude).sha : '';
      const commits = world.commitsSince(before, find(call, call.params.sha ?? '').sha);
      return { list: commits.map((commit) => commitOf(bitbucket.url, commit)) };
    },
    [`GET ${repo}/src/:sha/*`]: (call) => {
      const path = call.params['*'] ?? '';
      const { files } = find(call, call.params.sha ?? '');
      if (path === '' || path.endsWith('/')) {
        const entries = listFolder(files, path.replace(/\/$/, ''));
        if (!entries) throw refusal(404, `No such file or directory: ${path}`);
        return {
          list: entries.map(({ name, isFile }) => ({
            path: path + name,
            type: isFile ? 'commit_file' : 'commit_directory',
          })),
        };
      }
      const text = files[path];
      if (text === undefined) throw refusal(404, `No such file or directory: ${path}`);
      return { body: text };
    },
    [`GET ${repo}/diffstat/:spec`]: (call) => {
      const [after = '', before = ''] = (call.params.spec ?? '').split('..');
      const paths = world.listChangedPaths(find(call, before).sha, find(call, after).sha);
      return {
        list: paths.map((path) => ({ type: 'diffstat', new: { path }, old: { path } })),
      };
    },
  };
}
