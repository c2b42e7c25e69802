import type { DetailsMessage, StageDetails } from '@millrace/contract/runner';

/** Decodes the details of a stage from the server's message. */
export function readDetails(message: DetailsMessage): StageDetails {
  const { repository, config, secrets, ...rest } = message;
  const { secret: _none, ...repo } = repository;
  return {
    ...rest,
    repo,
    config: Buffer.from(config.Data, 'base64').toString('utf8'),
    secrets: secrets?.map(({ pull_request: _, ...secret }) => secret) ?? [],
  };
}
