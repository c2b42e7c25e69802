import { AppError, RetryLaterError, ServiceError } from '@millrace/contract/api-errors';
import type { BuildReadModel } from '../../../builds/read/build-read-model.ts';
import type { Core } from '../../../core.ts';
import type { Repo } from '../../../domain/repo.ts';
import { describeServer } from '../../../shared/describe-server.ts';
import type { LimitedResponse } from '../../../shared/limited-request.ts';
import type { Receiver } from './receivers.ts';
import type { WebhookJob } from './webhook-job.ts';

export const webhookProtocol = 'application/vnd.drone.webhook.v1+json';

const retrySec = 10;

interface Deps extends Pick<Core, 'repos' | 'publicUrl'> {
  receivers: readonly Receiver[];
  buildReadModel: Pick<BuildReadModel, 'findById'>;
  describeRepo: (repo: Repo) => object;
}

/** Sends one event to one receiver. */
export class WebhookSender {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** @throws RetryLaterError if the receiver is unavailable, AppError if it rejects the event */
  async send({ receiver, action, subject }: WebhookJob): Promise<void> {
    const extension = this.deps.receivers.find(({ id }) => id === receiver)?.extension;
    const facts = extension && (await this.read(subject));
    // The receiver is no longer configured, or the build was deleted.
    if (!extension || !facts) return;
    const { event } = subject;
    const message = { event, action, ...facts, system: describeServer(this.deps.publicUrl()) };
    const response = await post(extension, message, { 'x-drone-event': event });
    const { status } = response;
    if (status >= 200 && status < 300) return;
    const { message: reason } = extension.rejection(response);
    if (isTemporary(status)) throw new RetryLaterError(503, reason, retrySec);
    throw new AppError(502, reason);
  }

  private async read(subject: WebhookJob['subject']): Promise<object | undefined> {
    if (subject.event === 'user') return { user: subject.user };
    if (subject.event === 'repo') return { repo: subject.repo };
    const { repos, buildReadModel, describeRepo } = this.deps;
    const build = await buildReadModel.findById(subject.buildId);
    const repo = build && (await repos.findById(build.repo_id));
    return repo && { build, repo: describeRepo(repo) };
  }
}

function isTemporary(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

async function post(
  extension: Receiver['extension'],
  message: object,
  headers: Record<string, string>,
): Promise<LimitedResponse> {
  try {
    return await extension.send(message, headers);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw new RetryLaterError(503, error.message, retrySec);
  }
}
