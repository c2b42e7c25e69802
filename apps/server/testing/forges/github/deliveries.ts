import { createHmac, randomUUID } from 'node:crypto';
import { deliver } from '../fake/deliver.ts';
import type { Deliveries, Push } from '../fake/fake-test-forge.ts';
import {
  type Account,
  type Hook,
  type PullRequest,
  type Repository,
  slugOf,
} from '../fake/world.ts';
import { requirePublished } from '../published.ts';
import type { Json, PublishedApi } from './published-api.ts';
import { readSettings, type Shapes } from './shapes.ts';
import type { GithubWorld } from './world.ts';

interface Deps {
  url: string;
  world: GithubWorld;
  shapes: Shapes;
  published: PublishedApi;
  /** Deliveries that differ from the published schema. */
  faults: string[];
}

/** Sent delivery and the response to it. */
interface Sent {
  event: string;
  id: string;
  status: number;
  again: () => Promise<void>;
}

type Examples = { name: string; examples: Json[] }[];

const examples: Examples = requirePublished('@octokit/webhooks-examples');

const noCommit = '0'.repeat(40);
const actions = {
  opened: 'opened',
  pushed: 'synchronize',
  edited: 'edited',
  reopened: 'reopened',
  closed: 'closed',
} as const;

/** Sends events to webhooks, in the format of the published examples. */
export class GithubDeliveries implements Deliveries {
  readonly sent: Sent[] = [];
  private readonly github: Deps;

  constructor(github: Deps) {
    this.github = github;
  }

  /** Sends a ping to a new webhook without waiting for the response. */
  ping(repository: Repository, hook: Hook, sender: Account): void {
    const payload = this.payload('ping', repository, sender, {
      hook_id: hook.id,
      hook: this.github.shapes.hook(repository, hook),
    });
    void this.send(repository, hook, 'ping', payload);
  }

  async push(repository: Repository, sender: Account, { ref, before, after }: Push): Promise<void> {
    const { login, email } = sender;
    const example = findExample('push', (one) => one.ref === 'refs/heads/master');
    const commit = this.github.world.commits.get(after);
    const head = commit && {
      ...(example.head_commit as Json),
      id: commit.sha,
      message: commit.message,
      author: { name: login, email, username: login },
      committer: { name: login, email, username: login },
    };
    await this.deliver('push', repository, sender, {
      ref,
      before,
      after,
      created: before === noCommit,
      deleted: !commit,
      forced: false,
      commits: head ? [head] : [],
      head_commit: head ?? null,
      pusher: { name: login, email },
    });
    if (commit) return;
    const [, folder, ...name] = ref.split('/');
    const ref_type = folder === 'tags' ? 'tag' : 'branch';
    await this.deliver('delete', repository, sender, { ref: name.join('/'), ref_type });
  }

  async pullRequest(
    event: keyof typeof actions,
    repository: Repository,
    sender: Account,
    pullRequest: PullRequest,
    before: { title?: string; to?: string },
  ): Promise<void> {
    const { shapes, url } = this.github;
    const { number, title, author, from, to } = pullRequest;
    const action = actions[event];
    const example = findExample('pull_request', isLike(action));
    const side = (repo: Repository, branch: string) => ({
      label: `${repo.owner.login}:${branch}`,
      ref: branch,
      sha: repo.refs.get(`refs/heads/${branch}`),
      user: shapes.account(repo.owner),
      repo: { ...(example.repository as Json), ...shapes.repository(repo, undefined) },
    });
    await this.deliver('pull_request', repository, sender, {
      action,
      number,
      ...(event === 'edited' ? { changes: changesOf(repository, before) } : {}),
      pull_request: {
        ...(example.pull_request as Json),
        number,
        title,
        // The examples lack this newer field.
        auto_merge: null,
        state: event === 'closed' ? 'closed' : 'open',
        html_url: `${url}/${slugOf(repository)}/pull/${number}`,
        user: shapes.account(author),
        head: side(from.repository, from.branch),
        base: side(repository, to),
      },
    });
  }

  async renamed(repository: Repository, before: string): Promise<void> {
    this.github.world.formerSlugs.set(`${repository.owner.login}/${before}`, repository);
    await this.repository('renamed', repository);
  }

  visibilityChanged(repository: Repository): Promise<void> {
    return this.repository(repository.isPrivate ? 'privatized' : 'publicized', repository);
  }

  deleted(repository: Repository): Promise<void> {
    return this.repository('deleted', repository);
  }

  private async repository(action: string, repository: Repository): Promise<void> {
    await this.deliver('repository', repository, repository.owner, { action });
  }

  /** Delivers to each webhook that subscribes to the event, one after the other. */
  private async deliver(event: string, repository: Repository, sender: Account, fields: Json) {
    const payload = this.payload(event, repository, sender, fields);
    for (const hook of repository.hooks) {
      const { active, events } = readSettings(hook.settings);
      if (active && events.includes(event)) {
        await this.send(repository, hook, event, payload);
      }
    }
  }

  private payload(event: string, repository: Repository, sender: Account, fields: Json): Json {
    const { shapes, published, faults } = this.github;
    const example = findExample(event, isLike(fields.action));
    const payload: Json = {
      ...example,
      ...fields,
      repository: { ...(example.repository as Json), ...shapes.repository(repository, undefined) },
      sender: shapes.account(sender),
    };
    for (const fault of published.checkDelivery(event, payload)) faults.push(`${event}: ${fault}`);
    return payload;
  }

  private async send(repository: Repository, hook: Hook, event: string, payload: Json) {
    const body = JSON.stringify(payload);
    const { secret = '' } = readSettings(hook.settings).config;
    const sign = (hash: string) => `${hash}=${createHmac(hash, secret).update(body).digest('hex')}`;
    const id = randomUUID();
    const again = async () => {
      const headers = {
        'user-agent': 'GitHub-Hookshot/0123abc',
        'x-github-hook-id': String(hook.id),
        'x-github-event': event,
        'x-github-delivery': id,
        'x-github-hook-installation-target-id': String(repository.id),
        'x-github-hook-installation-target-type': 'repository',
        'x-hub-signature': sign('sha1'),
        'x-hub-signature-256': sign('sha256'),
      };
      this.sent.push({ event, id, status: await deliver(hook.url, headers, body), again });
    };
    await again();
  }
}

/** There is no example of an edited pull request and of a deleted repository. */
function isLike(action: unknown): (example: Json) => boolean {
  if (action === 'deleted') return () => true;
  return (example) => example.action === (action === 'edited' ? 'opened' : action);
}

function changesOf({ refs }: Repository, { title, to }: { title?: string; to?: string }) {
  const base = { ref: { from: to }, sha: { from: refs.get(`refs/heads/${to}`) } };
  return { ...(to ? { base } : {}), ...(title ? { title: { from: title } } : {}) };
}

function findExample(event: string, isLike: (example: Json) => boolean): Json {
  const known = examples.find(({ name }) => name === event)?.examples ?? [];
  const found = known.find(isLike);
  if (!found) throw new Error(`No example of ${event}`);
  return structuredClone(found);
}
