import type { StageDetails } from '@millrace/contract/runner';

/** The details as existing runners read them. */
export function toDetailsMessage(details: StageDetails) {
  const { repo, config, secrets, ...rest } = details;
  return {
    ...rest,
    // The server opens what is encrypted in pipeline files, so runners need no key of the repository.
    repository: { ...repo, secret: '' },
    config: { Data: Buffer.from(config, 'utf8').toString('base64'), Hash: null },
    // What a pull request may not have was left out; existing runners would drop the rest, too.
    secrets: secrets.map((secret) => ({ ...secret, pull_request: true })),
  };
}
