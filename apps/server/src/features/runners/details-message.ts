import type { DetailsMessage, StageDetails } from '@millrace/contract/runner';

/** The details as existing runners read them. */
export function toDetailsMessage(details: StageDetails): DetailsMessage {
  const { repo, config, secrets, ...rest } = details;
  return {
    ...rest,
    // The server opens what is encrypted in pipeline files, so runners need no key of the repository.
    repository: { ...repo, secret: '' },
    config: { Data: Buffer.from(config, 'utf8').toString('base64'), Hash: null },
    // Secrets that pull requests may not use are already removed. Drone runners would drop the rest, too.
    secrets: secrets.map((secret) => ({ ...secret, pull_request: true })),
  };
}
