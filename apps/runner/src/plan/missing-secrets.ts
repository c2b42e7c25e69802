import type { StageDetails } from '@millrace/contract/runner';
import type { EnvironmentValue, PipelineStep } from '@millrace/pipeline';
import { findSecret } from './fill-secrets.ts';
import { pluginEnvironment } from './plugin-environment.ts';

/** Returns why the stage has no secret of this name; undefined if it has it. */
export type MissingReason = (name: string) => string | undefined;

const limits = {
  event: 'is not given to builds of this event',
  branch: 'is not given to builds of this branch',
};

/** The server does not say which secrets exist if a pull request does not get them. */
export function missingReason({
  secrets,
  withheldSecrets = [],
  build,
}: Pick<StageDetails, 'secrets' | 'withheldSecrets' | 'build'>): MissingReason {
  const user = build.event === 'pull_request' ? 'pull requests' : 'this build';
  return (name) => {
    if (findSecret(secrets, name)) return undefined;
    const withheld = findSecret(withheldSecrets, name);
    return withheld ? limits[withheld.limit] : `does not exist, or is not given to ${user}`;
  };
}

/** Describes the variables and settings of a step that lack a secret. */
export function describeMissing(
  { environment, settings }: Pick<PipelineStep, 'environment' | 'settings'>,
  ofPipeline: Record<string, EnvironmentValue>,
  reasonOf: MissingReason,
): string[] {
  const variables = Object.entries({ ...ofPipeline, ...environment }).flatMap(([name, value]) =>
    typeof value === 'string' ? [] : [{ part: `variable ${name}`, secret: value.fromSecret }],
  );
  const ofSettings = Object.entries(settings).flatMap(([name, value]) => {
    const used: string[] = [];
    pluginEnvironment({ [name]: value }, (secret) => {
      used.push(secret);
      return '';
    });
    return used.map((secret) => ({ part: `setting ${name}`, secret }));
  });
  return [...variables, ...ofSettings].flatMap(({ part, secret }) => {
    const reason = reasonOf(secret);
    return reason === undefined ? [] : [`The ${part} is empty: the secret "${secret}" ${reason}`];
  });
}
