import type { DetailsMessage, StageDetails } from '@millrace/contract/runner';

/** Converts stage details to the format of existing runners. */
export function toDetailsMessage(details: StageDetails): DetailsMessage {
  const { repo, config, secrets, ...rest } = details;
  return {
    ...rest,
    // The server decrypts values in pipeline files, so runners do not need the key of the repository.
    repository: { ...repo, secret: '' },
    config: { Data: Buffer.from(config, 'utf8').toString('base64'), Hash: null },
    // Secrets that pull requests may not use were already removed. Without the flag, Drone runners would
    // remove the others, too.
    secrets: secrets.map((secret) => ({ ...secret, pull_request: true })),
  };
}
