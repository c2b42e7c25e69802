/** The part of a pipeline file in which a key is unknown, as messages name it. */
export type KeyPlace =
  | 'a pipeline'
  | 'defaults'
  | 'a step'
  | 'a plugin'
  | 'a service'
  | 'artifacts'
  | 'concurrency'
  | 'conditions';

const commands = 'write its lines into "commands"';
const inEnvironment = 'write the variables into "environment"';
const dependsOn = 'write the names into "depends_on"';
const when = 'write the condition into "when"';
const trigger = 'write the condition into "trigger"';
/** A step with an image and without commands is a plugin, and other keys are probably its parameters. */
export const pluginHint = 'write the parameters of a plugin into "settings"';
const fromSecret = 'write "NAME: { from_secret: SECRET }" into "environment"';
const ignore = 'write "failure: ignore"';
const inSteps = 'it belongs to each step, below "steps"';
const inDefaults = 'it belongs to each step, below "steps", or to all of them, below "defaults"';
const ownPipeline = 'each of them is a pipeline of its own, after a line with ---';
const ofPipeline = 'it belongs to the pipeline, beside "steps"';
const labels = 'write the labels of the runner into "node"';
const workingDir = 'write the folder into "working_dir"';

const keys = (names: string, hint: string) => names.split(' ').map((name) => [name, hint] as const);

/** Keys of other systems, and keys at a wrong level, with what to write here. */
const hints: Readonly<Record<KeyPlace, ReadonlyMap<string, string>>> = {
  'a step': new Map([
    ...keys('run script scripts cmd cmds sh bash before_script after_script', commands),
    ...keys('env envs variables vars', inEnvironment),
    ...keys('needs requires after', dependsOn),
    ...keys('if only except rules on branch branches event events filters condition', when),
    ...keys('trigger', 'a step has "when"'),
    ...keys(
      'uses plugin',
      'write the image of a plugin into "image", its parameters into "settings"',
    ),
    ...keys('with params args vargs inputs parameters', pluginHint),
    ...keys('secrets secret', fromSecret),
    ...keys('allow_failure allow-failure continue-on-error continue_on_error', ignore),
    ...keys('ignore_failure ignore_errors ignore-errors', ignore),
    ...keys('working-directory working_directory workdir cwd directory dir', workingDir),
    ...keys('timeout-minutes timeout_minutes', 'write it as "timeout: 10m"'),
    ...keys('container docker', 'write the name of the image into "image"'),
    ...keys('pull_policy imagePullPolicy', 'write it as "pull: always"'),
    ...keys('runs-on runs_on tags labels agent', `${labels} of the pipeline`),
    ...keys('group stage', 'steps with "depends_on" run as soon as those steps have finished'),
    ...keys('shell', 'commands run in sh; start another shell in a command'),
    ...keys('id title label displayName', 'write it into "name"'),
    ...keys('junit test_results', 'write it as "reports: { junit: PATTERN }"'),
    ...keys('background', 'write "detach: true"'),
    ...keys('platform node matrix concurrency services steps clone workspace', ofPipeline),
    ...keys('retries attempts max_attempts', 'write "retry: 2"'),
    ...keys('kind type manual replay_files require_secrets image_pull_secrets', ofPipeline),
    ...keys('strategy', 'write the values into "matrix" of the pipeline'),
  ]),
  'a plugin': new Map([
    ...keys('needs requires', dependsOn),
    ...keys('if only except rules on', when),
    ...keys('run script scripts cmd', commands),
    ...keys('env variables', inEnvironment),
    ...keys('secrets', fromSecret),
    ...keys('uses', 'write the image of a plugin into "image"'),
  ]),
  'a service': new Map([
    ...keys('env variables', inEnvironment),
    ...keys('secrets', fromSecret),
    ...keys('healthcheck health_check', 'write the command into "ready"'),
    ...keys('alias', 'write it into "name", which is the name of the host'),
    ...keys('args options', 'write the arguments of the image into "command"'),
  ]),
  'a pipeline': new Map([
    ...keys('jobs job stages workflows', ownPipeline),
    ...keys('on only except rules if when branch branches event events workflow filters', trigger),
    ...keys('env envs variables vars global', inEnvironment),
    ...keys('needs requires', dependsOn),
    ...keys('runs-on runs_on tags labels agent pool', labels),
    ...keys(
      'run script before_script after_script commands',
      'commands belong to a step, below "steps"',
    ),
    ...keys('settings entrypoint command detach artifacts reports summary', inSteps),
    ...keys('image pull privileged working_dir user', inDefaults),
    ...keys('allow_failure allow-failure continue-on-error continue_on_error', ignore),
    ...keys('default', 'write "defaults"'),
    ...keys('strategy', 'write the values into "matrix"'),
    ...keys('secrets', 'write "NAME: { from_secret: SECRET }" into "environment" of a step'),
    ...keys(
      'cron schedule schedules',
      'add a cron job in the settings, and write "trigger: { event: cron }"',
    ),
    ...keys('include', 'it is a document of its own, after a line with ---'),
    ...keys('skip_clone', 'write "clone: { disable: true }"'),
    ...keys('timeout-minutes timeout_minutes', 'write it as "timeout: 10m"'),
    ...keys('runtime', 'write "type: docker", "type: kubernetes" or "type: exec"'),
    ...keys('os arch', 'write it as "platform: { os: linux, arch: amd64 }"'),
  ]),
  defaults: new Map([
    ...keys('name commands settings depends_on detach cache artifacts', inSteps),
    ...keys('env variables', inEnvironment),
    ...keys('services', ofPipeline),
  ]),
  concurrency: new Map([
    ...keys(
      'cancel-in-progress cancel_in_progress',
      'write "interruptible: true" beside "concurrency"',
    ),
    ...keys('group', 'the limit is one of this pipeline in its repository'),
  ]),
  artifacts: new Map([
    ...keys('expire_in expire retention retention-days', 'write "days: 7"'),
    ...keys('path', 'write the patterns into "paths"'),
    ...keys('reports', 'it belongs to the step, beside "artifacts"'),
  ]),
  conditions: new Map([
    ...keys('branches', 'write "branch"'),
    ...keys('tag tags', 'write it as "ref: refs/tags/PATTERN"'),
    ...keys('path files changes changed', 'write "paths"'),
    ...keys('environment deploy_to', 'write "target"'),
    ...keys('repository', 'write "repo"'),
    ...keys('failure success always', 'write it as "status: [success, failure]"'),
  ]),
};

/** Returns what to write instead of a key; undefined for a key that no known system has there. */
export function hintForKey(key: string, place: KeyPlace): string | undefined {
  return hints[place].get(key);
}
