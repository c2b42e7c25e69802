import type { Conversion } from '../conversion.ts';
import { createStep, type Setting, type Stage, type Step, type Value } from '../model.ts';
import type { SourceNode } from '../source/source-node.ts';
import { readWhen } from './conditions.ts';
import { renameVariables } from './variables.ts';

interface StepContext {
  stage: Stage;
  conversion: Conversion;
}

/** Reads a step or a service. */
export function readStep(node: SourceNode, name: string, context: StepContext): Step {
  const { conversion } = context;
  const step = createStep(name);
  const text = (value: SourceNode) => renameVariables(value, step, conversion);
  const texts = (key: string) => {
    const value = node.get(key);
    return value?.kind === 'list' ? value.items.map(text) : value ? [text(value)] : [];
  };
  const image = node.get('image');
  if (image) step.image = text(image);
  const pull = node.text('pull');
  if (pull === 'true' || pull === 'always') step.pull = 'always';
  step.commands = [
    ...texts('commands'),
    ...texts('command').filter(() => node.get('settings') === undefined),
  ];
  if (!node.get('commands') && node.get('command')) {
    step.command = step.commands;
    step.commands = [];
  }
  step.entrypoint = texts('entrypoint');
  readEnvironment(node.get('environment'), step, text);
  readSecrets(node.get('secrets'), step);
  readSettings(node.get('settings'), step, text);
  step.when = readWhen(node.get('when'), step, conversion);
  const depends = node.get('depends_on');
  step.dependsOn = texts('depends_on');
  if (depends?.isEmpty()) {
    depends.mark();
    step.dependsOn = ['clone'];
  }
  step.ignoresFailure = node.text('failure') === 'ignore';
  step.detach = node.text('detach') === 'true';
  const directory = node.get('directory');
  if (directory) step.workingDir = text(directory);
  const user = node.get('user');
  if (user) step.user = text(user);
  skipSettings(node, step, conversion);
  conversion.skipUnread(step, node);
  return step;
}

type ReadText = (node: SourceNode) => string;

/** Reads variables: a map or a list of `NAME=value`. */
function readEnvironment(node: SourceNode | undefined, step: Step, text: ReadText): void {
  for (const item of node?.items ?? []) {
    const filled = text(item);
    const end = filled.indexOf('=');
    if (end > 0) step.environment.set(filled.slice(0, end), filled.slice(end + 1));
    else step.environment.set(filled, '');
  }
  for (const [name, value] of node?.entries ?? []) {
    const read = readValue(value, text);
    if (read !== undefined) step.environment.set(name, read);
  }
}

function readValue(node: SourceNode, text: ReadText): Value | undefined {
  if (node.kind === 'text') return text(node);
  const secret = node.text('from_secret');
  return secret === undefined ? undefined : { from_secret: secret };
}

/** Reads the old list of secrets: each is a variable with its name in upper case. */
function readSecrets(node: SourceNode | undefined, step: Step): void {
  for (const item of node?.items ?? []) {
    const source = item.kind === 'map' ? item.text('source') : item.readText();
    const target = item.kind === 'map' ? item.text('target') : source;
    if (source) step.environment.set((target ?? source).toUpperCase(), { from_secret: source });
  }
}

function readSettings(node: SourceNode | undefined, step: Step, text: ReadText): void {
  const read = (value: SourceNode): Setting => {
    if (value.kind === 'text') return text(value);
    if (value.kind === 'list') return value.items.map(read);
    return Object.fromEntries([...value.entries].map(([key, inner]) => [key, read(inner)]));
  };
  for (const [name, value] of node?.entries ?? []) step.settings.set(name, read(value));
}

/** Why a key of a step has no equivalent. */
const reasons: Readonly<Record<string, string>> = {
  privileged: 'only a trusted repository may use it; add it after it is trusted',
  volumes: 'folders of the host need a trusted repository and "volumes" of the pipeline',
  network_mode: 'only a trusted repository may use it',
  devices: 'steps get no devices',
  tmpfs: 'a volume "temp: { medium: memory }" is a folder in memory',
  ports: 'steps reach every port of a service',
  group: 'steps run in parallel if they have "depends_on"',
  backend_options: 'it configures the backend of Woodpecker; see Pods in the docs',
};

function skipSettings(node: SourceNode, step: Step, conversion: Conversion): void {
  for (const [key, reason] of Object.entries(reasons)) {
    if (node.get(key)?.value === 'false') node.text(key);
    else conversion.skipKey(step, node, key, reason);
  }
}
