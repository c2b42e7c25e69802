import { type Account, type Commit, type Repository, slugOf } from '../fake/world.ts';

/** Public view of an account, without its login. */
export function userOf(url: string, { uuid, login, id }: Account) {
  return {
    type: 'user',
    uuid,
    display_name: login,
    nickname: login,
    account_id: `557058:${id}`,
    links: { avatar: { href: `${url}/account/${login}/avatar/` } },
  };
}

export function repositoryOf(url: string, repository: Repository) {
  return {
    ...hookedRepositoryOf(url, repository),
    mainbranch: repository.refs.size === 0 ? null : { type: 'branch', name: 'main' },
  };
}

/** Repository in a webhook payload. Recorded payloads have no `mainbranch`. */
export function hookedRepositoryOf(url: string, repository: Repository) {
  return {
    ...hookedSideOf(url, repository),
    is_private: repository.isPrivate,
    scm: 'git',
    workspace: { type: 'workspace', slug: repository.owner.login, uuid: repository.owner.uuid },
  };
}

/** Source or target repository of a pull request in a webhook payload. */
export function hookedSideOf(url: string, repository: Repository) {
  const slug = slugOf(repository);
  return {
    type: 'repository',
    uuid: repository.uuid,
    full_name: slug,
    name: repository.name,
    links: { html: { href: `${url}/${slug}` } },
  };
}

export function commitOf(url: string, { sha, message, author, parent }: Commit) {
  return {
    type: 'commit',
    hash: sha,
    parents: parent ? [{ type: 'commit', hash: parent }] : [],
    date: '2026-01-02T03:04:05+00:00',
    message,
    author: {
      type: 'author',
      raw: `${author.login} <${author.email}>`,
      user: userOf(url, author),
    },
  };
}
