import { randomUUID } from 'node:crypto';
import { deliver } from '../fake/deliver.ts';
import type { FakeForge } from '../fake/fake-forge.ts';
import type { Deliveries, Push } from '../fake/fake-test-forge.ts';
import { type Account, type PullRequest, type Repository, slugOf } from '../fake/world.ts';
import { hookedCommitOf, hookedProjectOf, userOf } from './shapes.ts';

const actions = {
  opened: 'open',
  pushed: 'update',
  edited: 'update',
  reopened: 'reopen',
  closed: 'close',
};

/** Sent delivery and the response to it. */
interface Sent {
  event: string;
  status: number;
  again: () => Promise<void>;
}

export class GitlabDeliveries implements Deliveries {
  readonly sent: Sent[] = [];
  private readonly gitlab: FakeForge;

  constructor(gitlab: FakeForge) {
    this.gitlab = gitlab;
  }

  async push(repository: Repository, sender: Account, { ref, before, after }: Push) {
    const commit = this.gitlab.world.commits.get(after);
    const isTag = ref.startsWith('refs/tags/');
    const { avatar_url } = userOf(this.gitlab.url, sender);
    const payload = {
      object_kind: isTag ? 'tag_push' : 'push',
      event_name: isTag ? 'tag_push' : 'push',
      before,
      after,
      ref,
      ref_protected: false,
      checkout_sha: commit?.sha ?? null,
      message: null,
      user_id: sender.id,
      user_name: sender.login,
      user_username: sender.login,
      // Present only if the account's address is public.
      user_email: '',
      user_avatar: avatar_url,
      project_id: repository.id,
      project: hookedProjectOf(this.gitlab.url, repository),
      commits: commit ? [hookedCommitOf(commit)] : [],
      total_commits_count: commit ? 1 : 0,
      push_options: {},
    };
    await this.tell(repository, isTag ? 'Tag Push Hook' : 'Push Hook', payload);
  }

  async pullRequest(
    action: keyof typeof actions,
    repository: Repository,
    sender: Account,
    pullRequest: PullRequest,
    before: { sha?: string; title?: string; to?: string },
  ) {
    const { url, world } = this.gitlab;
    const { number, title, author, from, to } = pullRequest;
    const commit = world.commits.get(world.headOf(pullRequest));
    await this.tell(repository, 'Merge Request Hook', {
      object_kind: 'merge_request',
      event_type: 'merge_request',
      user: { ...userOf(url, sender), email: '[REDACTED]' },
      project: hookedProjectOf(url, repository),
      labels: [],
      changes: {
        ...(before.to ? { target_branch: { previous: before.to, current: to } } : {}),
        ...(before.title ? { title: { previous: before.title, current: title } } : {}),
      },
      object_attributes: {
        id: number + 90_000,
        iid: number,
        author_id: author.id,
        title,
        action: actions[action],
        state: action === 'closed' ? 'closed' : 'opened',
        url: `${url}/${slugOf(repository)}/-/merge_requests/${number}`,
        ...(action === 'pushed' ? { oldrev: before.sha } : {}),
        source_branch: from.branch,
        source_project_id: from.repository.id,
        source: hookedProjectOf(url, from.repository),
        target_branch: to,
        target_project_id: repository.id,
        target: hookedProjectOf(url, repository),
        last_commit: commit ? hookedCommitOf(commit) : null,
      },
    });
  }

  /** GitLab has no webhook event for renames. */
  async renamed() {}

  private async tell({ hooks }: Repository, event: string, payload: object) {
    const setting = { 'Push Hook': 'push', 'Tag Push Hook': 'tag_push' }[event] ?? 'merge_requests';
    const body = JSON.stringify(payload);
    for (const { url, settings, isOff } of hooks) {
      if (isOff || settings[`${setting}_events`] !== true) continue;
      const key = randomUUID();
      const again = async () => {
        const headers = {
          'user-agent': 'GitLab/17.8.1',
          'idempotency-key': key,
          'x-gitlab-event': event,
          'x-gitlab-webhook-uuid': randomUUID(),
          'x-gitlab-event-uuid': randomUUID(),
          'x-gitlab-instance': this.gitlab.url,
          'x-gitlab-token': String(settings.token ?? ''),
        };
        this.sent.push({ event, status: await deliver(url, headers, body), again });
      };
      await again();
    }
  }
}
