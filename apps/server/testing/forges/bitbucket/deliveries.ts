import { createHmac, randomUUID } from 'node:crypto';
import { deliver } from '../fake/deliver.ts';
import type { FakeForge } from '../fake/fake-forge.ts';
import type { Deliveries, Push } from '../fake/fake-test-forge.ts';
import { type Account, type PullRequest, type Repository, slugOf } from '../fake/world.ts';
import { commitOf, hookedRepositoryOf, hookedSideOf, userOf } from './shapes.ts';

const events = {
  opened: 'pullrequest:created',
  pushed: 'pullrequest:updated',
  edited: 'pullrequest:updated',
  closed: 'pullrequest:rejected',
};

export class BitbucketDeliveries implements Deliveries {
  readonly neverReopens = true;
  private readonly bitbucket: FakeForge;

  constructor(bitbucket: FakeForge) {
    this.bitbucket = bitbucket;
  }

  async push(repository: Repository, sender: Account, push: Push) {
    await this.tell(repository, sender, 'repo:push', { push: { changes: [this.changeOf(push)] } });
  }

  private changeOf({ ref, before, after }: Push) {
    const [, folder, ...name] = ref.split('/');
    const side = (sha: string) => {
      const commit = this.bitbucket.world.commits.get(sha);
      if (!commit) return null;
      const type = folder === 'tags' ? 'tag' : 'branch';
      return { type, name: name.join('/'), target: commitOf(this.bitbucket.url, commit) };
    };
    const [old, now] = [side(before), side(after)];
    return { old, new: now, created: !old, closed: !now, forced: false, truncated: false };
  }

  async pullRequest(
    action: keyof typeof events | 'reopened',
    repository: Repository,
    sender: Account,
    pullRequest: PullRequest,
  ) {
    if (action === 'reopened') throw new Error('Bitbucket cannot reopen pull requests');
    const { number, title, author, from, to } = pullRequest;
    const side = (of: Repository, branch: string) => ({
      branch: { name: branch },
      // Bitbucket only sends short hashes here.
      commit: { type: 'commit', hash: of.refs.get(`refs/heads/${branch}`)?.slice(0, 12) },
      repository: hookedSideOf(this.bitbucket.url, of),
    });
    await this.tell(repository, sender, events[action], {
      pullrequest: {
        type: 'pullrequest',
        id: number,
        title,
        state: action === 'closed' ? 'DECLINED' : 'OPEN',
        author: userOf(this.bitbucket.url, author),
        source: side(from.repository, from.branch),
        destination: side(repository, to),
        links: {
          html: { href: `${this.bitbucket.url}/${slugOf(repository)}/pull-requests/${number}` },
        },
      },
    });
  }

  async renamed(repository: Repository, before: string) {
    const changes = { name: { old: before, new: repository.name } };
    await this.tell(repository, repository.owner, 'repo:updated', { changes });
  }

  private async tell(repository: Repository, sender: Account, event: string, change: object) {
    const body = JSON.stringify({
      actor: userOf(this.bitbucket.url, sender),
      repository: hookedRepositoryOf(this.bitbucket.url, repository),
      ...change,
    });
    for (const { url, uuid, settings } of repository.hooks) {
      if (!settings.active || !(settings.events as string[]).includes(event)) continue;
      const signature = createHmac('sha256', String(settings.secret)).update(body).digest('hex');
      const headers = {
        'user-agent': 'Bitbucket-Webhooks/2.0',
        'x-event-key': event,
        'x-hook-uuid': uuid.slice(1, -1),
        'x-request-uuid': randomUUID(),
        'x-attempt-number': '1',
        'x-hub-signature': `sha256=${signature}`,
      };
      await deliver(url, headers, body);
    }
  }
}
