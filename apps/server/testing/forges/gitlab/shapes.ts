import type { Account, Commit, Repository } from '../fake/world.ts';
import { slugOf } from '../fake/world.ts';

const date = '2026-01-02T03:04:05.000+00:00';

export function userOf(url: string, { id, login }: Account) {
  return {
    id,
    username: login,
    name: login,
    state: 'active',
    avatar_url: `${url}/uploads/-/system/user/avatar/${id}/avatar.png`,
    web_url: `${url}/${login}`,
  };
}

/** Project in API responses. */
export function projectOf(url: string, repository: Repository) {
  const slug = slugOf(repository);
  return {
    id: repository.id,
    name: repository.name,
    path: repository.name,
    path_with_namespace: slug,
    namespace: { id: repository.owner.id, path: repository.owner.login },
    default_branch: repository.refs.size === 0 ? null : 'main',
    visibility: repository.isPrivate ? 'private' : 'public',
    web_url: `${url}/${slug}`,
    http_url_to_repo: `${url}/${slug}.git`,
  };
}

/** Project in webhook payloads. */
export function hookedProjectOf(url: string, repository: Repository) {
  const slug = slugOf(repository);
  return {
    id: repository.id,
    name: repository.name,
    description: null,
    web_url: `${url}/${slug}`,
    avatar_url: null,
    git_http_url: `${url}/${slug}.git`,
    namespace: repository.owner.login,
    visibility_level: repository.isPrivate ? 0 : 20,
    path_with_namespace: slug,
    default_branch: repository.refs.size === 0 ? null : 'main',
    homepage: `${url}/${slug}`,
  };
}

export function commitOf({ sha, message, author, parent }: Commit) {
  return {
    id: sha,
    short_id: sha.slice(0, 8),
    parent_ids: parent ? [parent] : [],
    title: message.split('\n')[0],
    message,
    author_name: author.login,
    author_email: author.email,
    authored_date: date,
    committer_name: author.login,
    committer_email: author.email,
    committed_date: date,
  };
}

export function hookedCommitOf({ sha, message, author }: Commit) {
  return {
    id: sha,
    message,
    title: message.split('\n')[0],
    timestamp: date,
    author: { name: author.login, email: author.email },
  };
}
