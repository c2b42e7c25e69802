import { testImage } from '@millrace/test-support/docker-host';
import { isDeep } from '../../tools/test-tiers.ts';

/** A pipeline with a step that fails. */
export interface FailingStep {
  name: string;
  text: string;
  needsDocker: boolean;
  /** Event of the build, in the words of a scenario. */
  event: string;
  secrets: Record<string, string>;
}

const platform = process.arch === 'arm64' ? 'platform: { arch: arm64 }\n' : '';

type Options = Partial<Pick<FailingStep, 'event' | 'secrets'>> & { head?: string };

function make(
  type: 'exec' | 'docker',
  name: string,
  steps: string,
  { head = '', event = 'push', secrets = {} }: Options = {},
): FailingStep {
  const text = `kind: pipeline\ntype: ${type}\nname: default\n${platform}${head}steps:\n${steps}`;
  return { name: `${type}: ${name}`, text, needsDocker: type === 'docker', event, secrets };
}

/** A step with these commands; `more` are its other keys. */
function step(type: 'exec' | 'docker', commands: string[], more = '', name = 'work'): string {
  const image = type === 'docker' ? `image: '${testImage}', ` : '';
  return `  - { name: ${name}, ${image}${more}commands: ${JSON.stringify(commands)} }\n`;
}

/** Failures that do not depend on the engine. */
function ofEngine(type: 'exec' | 'docker'): FailingStep[] {
  const own = (commands: string[], more?: string, name?: string) =>
    step(type, commands, more, name);
  const alone = (name: string, commands: string[], options?: Options) =>
    make(type, name, own(commands), options);
  return [
    alone('an exit code', ['echo before', 'exit 3']),
    alone('an unknown command', ['no-such-command --fast']),
    alone('a file that cannot be executed', ['echo hi > tool', './tool']),
    alone('a signal', ['echo going', "sh -c 'kill -9 $$$$'"]),
    alone('a failed test after much output', ['seq 1 5000', 'echo last words', 'false']),
    alone('an output without a line end', ["printf 'no end'; exit 4"]),
    alone('a text with other letters', ['echo "grün 绿"; exit 5']),
    alone('the commit of the build', ['cat README.md', 'test "$DRONE_COMMIT_MESSAGE" = other']),
    alone('the number of the build', [
      'echo "build $DRONE_BUILD_NUMBER step $DRONE_STEP_NUMBER"; exit 6',
    ]),
    alone('a secret', ['echo "length ${#TOKEN}"; exit 7'], {
      head: 'environment: { TOKEN: { from_secret: token } }\n',
      secrets: { token: 'open-sesame' },
    }),
    alone('a parameter', ['echo "by hand: $BY_HAND"; exit 8'], { event: 'custom' }),
    alone('a tag', ['echo "tag $DRONE_TAG"; exit 9'], { event: 'tag v1.0.0' }),
    make(
      type,
      'files of earlier steps',
      own(['mkdir out', 'echo 11 > out/code'], '', 'prepare') +
        own(['cat out/code', 'exit $(cat out/code)'], ''),
    ),
    make(
      type,
      'steps in parallel',
      own(['echo 12 > code'], '', 'first') +
        own(['sleep 1'], '', 'beside') +
        own(['echo "step $DRONE_STEP_NUMBER"; exit $(cat code)'], 'depends_on: [first], '),
    ),
    make(
      type,
      'an earlier failure that is ignored',
      own(['echo left > left', 'exit 1'], 'failure: ignore, ', 'flaky') +
        own(['cat left', 'exit 13']),
    ),
  ];
}

/** Failures of both engines that run in containers on every change. */
const inContainers = ['an exit code', 'a secret', 'files of earlier steps'];
/** Failures of both engines that only the deep run replays: they differ from an exit code only in what they print. */
const onlyDeep = [
  'a file that cannot be executed',
  'a failed test after much output',
  'an output without a line end',
  'a text with other letters',
];

function chosenOf(type: 'exec' | 'docker'): FailingStep[] {
  const isChosen = (name: string) =>
    type === 'exec' ? !onlyDeep.includes(name) : inContainers.includes(name);
  return ofEngine(type).filter(({ name }) => isDeep || isChosen(name.replace(`${type}: `, '')));
}

export const failingSteps: FailingStep[] = [
  ...chosenOf('exec'),
  ...chosenOf('docker'),
  make('exec', 'a time limit', step('exec', ['echo waiting', 'sleep 60'], 'timeout: 2s, ')),
  make(
    'exec',
    'a variable of an earlier stage',
    step('exec', ['echo CODE=15 >> "$DRONE_OUTPUT"'], '', 'pass') +
      `---\nkind: pipeline\ntype: exec\nname: later\n${platform}depends_on: [default]\nsteps:\n` +
      step('exec', ['echo "code $CODE"', 'exit $CODE']),
  ),
  make(
    'exec',
    'an artifact of an earlier stage',
    step('exec', ['mkdir dist', 'echo 16 > dist/code'], 'artifacts: dist, ', 'pass') +
      `---\nkind: pipeline\ntype: exec\nname: later\n${platform}depends_on: [default]\nartifacts_from: default\nsteps:\n` +
      step('exec', ['cat dist/code', 'exit $(cat dist/code)']),
  ),
  make(
    'exec',
    'a stage that an output has decided',
    step('exec', ['echo "CODES=[0, 17]" >> "$DRONE_OUTPUT"'], '', 'pass') +
      `---\nkind: pipeline\ntype: exec\nname: later\n${platform}depends_on: [default]\n` +
      `matrix: { CODE: { from_output: { pipeline: default, name: CODES } } }\nsteps:\n` +
      step('exec', ['echo "code ${CODE}"', 'exit $CODE']) +
      `---\nkind: pipeline\ntype: exec\nname: last\n${platform}depends_on: [later]\nsteps:\n` +
      step('exec', ['true'], '', 'pass'),
  ),
  make(
    'docker',
    'an image that is missing',
    "  - { name: work, image: 'millrace.test/absent:1', pull: never, commands: ['true'] }\n",
  ),
  make(
    'docker',
    'a plugin',
    `  - { name: work, image: '${testImage}', entrypoint: [/bin/false] }\n`,
  ),
  make(
    'docker',
    'an image of a registry',
    "  - { name: work, image: '@registry@/private/tools:1', commands: ['exit 14'] }\n",
    { head: 'image_pull_secrets: [login]\n', secrets: { login: '@docker_config@' } },
  ),
  make('docker', 'a service', step('docker', ['wget -q -O - http://web:8080/absent']), {
    head: `services:\n${step('docker', ['httpd -f -p 8080'], '', 'web')}`,
  }),
];
