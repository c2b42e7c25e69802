import { createHmac, randomUUID } from 'node:crypto';
import { requirePublished } from '../published.ts';
import type { Json, PublishedApi } from './published-api.ts';
import type { Shapes } from './shapes.ts';
import {
  type Account,
  type Commit,
  type Hook,
  type PullRequest,
  type Repository,
  slugOf,
} from './world.ts';

interface Deps {
  url: string;
  shapes: Shapes;
  published: PublishedApi;
  /** Deliveries that differ from the published schema. */
  faults: string[];
}

/** A delivery as it was made, and how it was answered. */
interface Sent {
  event: string;
  id: string;
  status: number;
  again: () => Promise<void>;
}

type Examples = { name: string; examples: Json[] }[];

const examples: Examples = requirePublished('@octokit/webhooks-examples');

const noCommit = '0'.repeat(40);

/** Tells hooks what happens, in the shape of the published examples. */
export class Deliveries {
  readonly sent: Sent[] = [];
  private readonly github: Deps;

  constructor(github: Deps) {
    this.github = github;
  }

  /** Tells a new hook that it is there; nobody waits for that. */
  ping(repository: Repository, hook: Hook, sender: Account): void {
    const payload = this.payload('ping', repository, sender, {
      hook_id: hook.id,
      hook: this.github.shapes.hook(repository, hook),
    });
    void this.send(repository, hook, 'ping', payload);
  }

  async push(
    repository: Repository,
    sender: Account,
    ref: string,
    before: string,
    commit: Commit | undefined,
  ): Promise<void> {
    const { login, email } = sender;
    const example = findExample('push', (one) => one.ref === 'refs/heads/master');
    const head = commit && {
      ...(example.head_commit as Json),
      id: commit.sha,
      message: commit.message,
      author: { name: login, email, username: login },
      committer: { name: login, email, username: login },
    };
    await this.tell('push', repository, sender, {
      ref: `refs/${ref}`,
      before: before || noCommit,
      after: commit?.sha ?? noCommit,
      created: !before,
      deleted: !commit,
      forced: false,
      commits: head ? [head] : [],
      head_commit: head ?? null,
      pusher: { name: login, email },
    });
  }

  async delete(repository: Repository, sender: Account, ref: string): Promise<void> {
    const [kind, ...name] = ref.split('/');
    const ref_type = kind === 'tags' ? 'tag' : 'branch';
    await this.tell('delete', repository, sender, { ref: name.join('/'), ref_type });
  }

  async pullRequest(
    action: 'opened' | 'synchronize' | 'reopened' | 'closed',
    repository: Repository,
    sender: Account,
    { number, title, author, head, base, isOpen }: PullRequest,
  ): Promise<void> {
    const { shapes, url } = this.github;
    const example = findExample('pull_request', (one) => one.action === action);
    const side = (repo: Repository, branch: string) => ({
      label: `${repo.owner.login}:${branch}`,
      ref: branch,
      sha: repo.refs.get(`heads/${branch}`),
      user: shapes.account(repo.owner),
      repo: { ...(example.repository as Json), ...shapes.repository(repo, undefined) },
    });
    await this.tell('pull_request', repository, sender, {
      action,
      number,
      pull_request: {
        ...(example.pull_request as Json),
        number,
        title,
        // The examples are older than this.
        auto_merge: null,
        state: isOpen ? 'open' : 'closed',
        html_url: `${url}/${slugOf(repository)}/pull/${number}`,
        user: shapes.account(author),
        head: side(head.repo, head.branch),
        base: side(repository, base),
      },
    });
  }

  async repository(action: string, repository: Repository, sender: Account): Promise<void> {
    await this.tell('repository', repository, sender, { action });
  }

  /** Each hook that wants it, one after the other. */
  private async tell(event: string, repository: Repository, sender: Account, deps: Json) {
    const payload = this.payload(event, repository, sender, deps);
    for (const hook of repository.hooks) {
      if (hook.active && hook.events.includes(event)) {
        await this.send(repository, hook, event, payload);
      }
    }
  }

  private payload(event: string, repository: Repository, sender: Account, deps: Json): Json {
    const { shapes, published, faults } = this.github;
    const like = ({ action }: Json) => action === deps.action;
    // There is no example of a repository that was deleted.
    const example = findExample(event, deps.action === 'deleted' ? () => true : like);
    const payload: Json = {
      ...example,
      ...deps,
      repository: { ...(example.repository as Json), ...shapes.repository(repository, undefined) },
      sender: shapes.account(sender),
    };
    for (const fault of published.checkDelivery(event, payload)) faults.push(`${event}: ${fault}`);
    return payload;
  }

  private async send(repository: Repository, hook: Hook, event: string, payload: Json) {
    const body = JSON.stringify(payload);
    const sign = (hash: string) =>
      `${hash}=${createHmac(hash, hook.config.secret ?? '')
        .update(body)
        .digest('hex')}`;
    const id = randomUUID();
    const deliver = async () => {
      const response = await fetch(hook.config.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'GitHub-Hookshot/0123abc',
          'x-github-hook-id': String(hook.id),
          'x-github-event': event,
          'x-github-delivery': id,
          'x-github-hook-installation-target-id': String(repository.id),
          'x-github-hook-installation-target-type': 'repository',
          'x-hub-signature': sign('sha1'),
          'x-hub-signature-256': sign('sha256'),
        },
        body,
        signal: AbortSignal.timeout(10_000),
      }).catch(() => undefined);
      await response?.body?.cancel();
      this.sent.push({ event, id, status: response?.status ?? 0, again: deliver });
    };
    await deliver();
  }
}

function findExample(event: string, isLike: (example: Json) => boolean): Json {
  const known = examples.find(({ name }) => name === event)?.examples ?? [];
  const found = known.find(isLike);
  if (!found) throw new Error(`No example of ${event}`);
  return structuredClone(found);
}
