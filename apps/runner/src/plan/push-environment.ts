import type { StageDetails } from '@millrace/contract/runner';
import type { PipelineStep } from '@millrace/pipeline';
import { type Environment, PlanError } from './stage-plan.ts';

/**
 * Returns variables with which git sends the credentials of a step when it pushes to the repository of the build. Other
 * repositories, and fetches, have those of the stage.
 */
export function pushEnvironment(
  { pushes = [], pushRefusal, repo }: Pick<StageDetails, 'pushes' | 'pushRefusal' | 'repo'>,
  { name, push: { refs } }: Pick<PipelineStep, 'name' | 'push'>,
): Environment {
  if (refs.length === 0) return {};
  if (pushRefusal) throw new PlanError(`Step "${name}" cannot push: ${pushRefusal}`);
  const push = pushes.find(({ step }) => step === name);
  // A run on the machine of a developer has none.
  if (!push) return {};
  const url = new URL(repo.git_http_url);
  url.username = push.login;
  const basic = Buffer.from(`${push.login}:${push.password}`).toString('base64');
  return {
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_0: `url.${url.href}.pushInsteadOf`,
    GIT_CONFIG_VALUE_0: repo.git_http_url,
    // A header, because git passes URLs to other processes as arguments, and curl prefers `~/.netrc` to a helper.
    GIT_CONFIG_KEY_1: `http.${url.href}.extraHeader`,
    GIT_CONFIG_VALUE_1: `Authorization: Basic ${basic}`,
  };
}
