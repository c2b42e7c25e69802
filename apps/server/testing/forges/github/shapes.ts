import { type Account, type Commit, type Hook, type Repository, slugOf } from '../fake/world.ts';
import type { Json, PublishedApi } from './published-api.ts';
import type { GithubWorld } from './world.ts';

/** Settings of a webhook, as GitHub names them. */
export interface HookSettings {
  active: boolean;
  events: string[];
  config: { url: string; secret?: string; content_type?: string; insecure_ssl?: string };
}

interface Deps {
  world: GithubWorld;
  published: PublishedApi;
  url: string;
}

const roles = ['read', 'write', 'admin'];

/** Responses of the fake, based on the published examples. */
export class Shapes {
  private readonly github: Deps;
  private readonly repositoryExample: Json;

  constructor(github: Deps) {
    this.github = github;
    this.repositoryExample = github.published.example('GET', '/user/repos', 200);
  }

  private get url(): string {
    return this.github.url;
  }

  account({ id, login, isOrganisation }: Account): Json {
    return {
      ...(this.repositoryExample.owner as Json),
      id,
      login,
      type: isOrganisation ? 'Organization' : 'User',
      avatar_url: `${this.url}/avatars/${id}?v=4`,
      url: `${this.url}/api/v3/users/${login}`,
      html_url: `${this.url}/${login}`,
    };
  }

  repository(repository: Repository, role: string | undefined): Json {
    const { id, name, owner, isPrivate } = repository;
    const level = roles.indexOf(role ?? '');
    const slug = slugOf(repository);
    return {
      ...this.repositoryExample,
      id,
      name,
      full_name: slug,
      owner: this.account(owner),
      private: isPrivate,
      visibility: isPrivate ? 'private' : 'public',
      default_branch: 'main',
      // The examples lack this newer field.
      has_discussions: false,
      html_url: `${this.url}/${slug}`,
      url: `${this.url}/api/v3/repos/${slug}`,
      clone_url: `${this.url}/${slug}.git`,
      permissions: {
        admin: level === 2,
        maintain: level === 2,
        push: level >= 1,
        triage: level >= 1,
        pull: level >= 0,
      },
    };
  }

  /** Repository with the fields that lists omit. */
  fullRepository(repository: Repository, role: string | undefined): Json {
    const example = this.github.published.example('GET', '/repos/{owner}/{repo}', 200);
    const { source: _source, parent: _parent, ...rest } = example;
    return { ...rest, ...this.repository(repository, role), language: null };
  }

  commit(repository: Repository, commit: Commit): Json {
    const { sha, message, author, parent } = commit;
    const url = `${this.url}/api/v3/repos/${slugOf(repository)}/commits/${sha}`;
    const path = '/repos/{owner}/{repo}/commits/{ref}';
    const example = this.github.published.example('GET', path, 200);
    const person = { name: author.login, email: author.email, date: '2026-01-02T03:04:05Z' };
    return {
      ...example,
      sha,
      url,
      html_url: `${this.url}/${slugOf(repository)}/commit/${sha}`,
      commit: { ...(example.commit as Json), message, author: person, committer: person },
      author: this.account(author),
      committer: this.account(author),
      parents: parent ? [{ sha: parent, url, html_url: url }] : [],
      files: this.files(this.github.world.listChanges(commit)),
    };
  }

  tag(repository: Repository, { name, commit: { sha } }: { name: string; commit: Commit }): Json {
    const api = `${this.url}/api/v3/repos/${slugOf(repository)}`;
    return {
      name,
      commit: { sha, url: `${api}/commits/${sha}` },
      zipball_url: `${api}/zipball/refs/tags/${name}`,
      tarball_url: `${api}/tarball/refs/tags/${name}`,
      node_id: 'REF_1',
    };
  }

  files(names: string[]): Json[] {
    const { files } = this.github.published.example(
      'GET',
      '/repos/{owner}/{repo}/compare/{basehead}',
      200,
    );
    return names.map((filename) => ({ ...(files as Json[])[0], filename }));
  }

  /** Entry of a folder. */
  entry(folder: string, { name, isFile }: { name: string; isFile: boolean }): Json {
    const path = folder ? `${folder}/${name}` : name;
    const type = isFile ? 'file' : 'dir';
    const url = `${this.url}/contents/${encodeURI(path)}`;
    const links = { self: url, git: url, html: url };
    return {
      type,
      name,
      path,
      size: 1,
      sha: '0'.repeat(40),
      url,
      git_url: url,
      html_url: url,
      download_url: isFile ? url : null,
      _links: links,
    };
  }

  hook(repository: Repository, { id, settings }: Hook): Json {
    const { active, events, config } = readSettings(settings);
    const url = `${this.url}/api/v3/repos/${slugOf(repository)}/hooks/${id}`;
    const shared = { id, active, events, url, name: 'web', type: 'Repository' };
    // Secrets are never returned.
    const shown = config.secret ? { ...config, secret: '********' } : config;
    return this.github.published.example('POST', '/repos/{owner}/{repo}/hooks', 201, {
      ...shared,
      config: shown,
    });
  }
}

/** Reads settings that were already validated against the published schema. */
export function readSettings(settings: Record<string, unknown>): HookSettings {
  return settings as unknown as HookSettings;
}
