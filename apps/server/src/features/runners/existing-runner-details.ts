import { randomBytes } from 'node:crypto';
import type { PipelineReader } from '@millrace/build-host/pipeline-files/pipeline-reader';
import { writeDockerConfig } from '@millrace/contract/docker-config';
import type { StageDetails, StageRegistry } from '@millrace/contract/runner';
import { registryHost } from '@millrace/pipeline/image-name';

/** Makes matrices, variables and registry credentials available to existing runners, which know none of them. */
export async function forExistingRunner(
  details: StageDetails,
  pipelineReader: PipelineReader,
): Promise<StageDetails> {
  const expanded = await withExpandedFile(details, pipelineReader);
  return withRegistries(withVariables(expanded), pipelineReader);
}

/** A matrix, or parts that steps share: defaults, aliases and lists in lists. */
const mayNeedExpansion = /\bmatrix\b|\bdefaults\b|\*|-\s+-|\[\s*\[/;

async function withExpandedFile(
  details: StageDetails,
  pipelineReader: PipelineReader,
): Promise<StageDetails> {
  if (!mayNeedExpansion.test(details.config)) return details;
  const config = await pipelineReader.run(details.repo.slug, {
    name: 'writeExpanded',
    input: [details.config],
  });
  return { ...details, config };
}

/**
 * Adds variables as parameters of the build, which existing runners set for all steps. Masked ones become secrets,
 * because parameters are not masked in logs.
 */
function withVariables({ variables = [], ...details }: StageDetails): StageDetails {
  const open = variables.filter(({ isMasked }) => !isMasked);
  const added = Object.fromEntries(open.map(({ name, data }) => [name, data]));
  const masked = variables.filter(({ isMasked }) => isMasked);
  const { build, secrets } = details;
  return {
    ...details,
    build: { ...build, params: { ...added, ...build.params } },
    secrets: [...secrets, ...masked.map(({ name, data }) => ({ name, data }))],
  };
}

/**
 * Adds credentials as a secret in `image_pull_secrets`. Nobody can guess its name, so the file cannot hand it to a
 * step.
 */
async function withRegistries(
  { registries = [], ...details }: StageDetails,
  pipelineReader: PipelineReader,
): Promise<StageDetails> {
  if (registries.length === 0) return details;
  const name = `registries-${randomBytes(16).toString('hex')}`;
  const config = await pipelineReader.run(details.repo.slug, {
    name: 'addPullSecret',
    input: [details.config, name],
  });
  const data = writeDockerConfig(firstOfEachHost(registries));
  return { ...details, config, secrets: [...details.secrets, { name, data }] };
}

function firstOfEachHost(registries: readonly StageRegistry[]) {
  const logins = registries.map(({ address, username, password }) => ({
    host: registryHost(address),
    username,
    password,
  }));
  return logins.filter(({ host }, at) => logins.findIndex((other) => other.host === host) === at);
}
