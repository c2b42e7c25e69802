import { createStep, lastCertainStep, type OutputText } from '../model.ts';
import { isInside, reservedNames, uniqueName } from '../names.ts';
import { shellCommands } from '../shell/shell-commands.ts';
import { SourceNode } from '../source/source-node.ts';
import { addRestoredCache, readRestore, readSave } from './caches.ts';
import { readEnvironment } from './environment.ts';
import { orbCommand } from './orbs.ts';
import { fillScript, fillText } from './parameters.ts';
import type { CircleScope } from './scope.ts';
import type { JobSteps, StepReader } from './step-reader.ts';
import { addValues } from './values.ts';

/** CircleCI runs scripts in bash if the image has it. */
function defaultShell(image: OutputText): string {
  const hasBash = !/(?:^|[/:-])(?:alpine|busybox)/.test(image);
  return hasBash ? '/bin/bash -eo pipefail' : '/bin/sh -eo pipefail';
}

/** Deeper commands within commands are not followed. */
const maxDepth = 10;

const reasons: Readonly<Record<string, string>> = {
  persist_to_workspace: 'only files in the clone folder that a step leaves are passed on',
  attach_workspace: 'files of other pipelines are in the clone folder, see "artifacts_from"',
  setup_remote_docker: 'plugins/docker builds images without a Docker engine',
  add_ssh_keys: 'a key is a secret of the repository',
  save_cache:
    'only paths in the clone folder and folders such as ~/.npm can be cached; point the tool to one',
  store_artifacts: 'it is no path in the clone folder that a step leaves',
  store_test_results: 'it is no path in the clone folder that a step leaves',
};

export function readSteps(steps: readonly SourceNode[], options: JobSteps): void {
  const { stage } = options.scope;
  const reader: StepReader = {
    ...options,
    pending: { comments: [] },
    used: new Set([...reservedNames, ...stage.services.map(({ name }) => name)]),
    hasCheckout: false,
    restored: [],
  };
  for (const step of steps) readStep(step, { ...options.scope, target: reader.pending }, reader, 0);
  addRestoredCache(options.scope, reader);
  if (!reader.hasCheckout && steps.length > 0) stage.clone = { disable: true };
  stage.lastComments.push(...reader.pending.comments);
}

function readStep(step: SourceNode, scope: CircleScope, reader: StepReader, depth: number): void {
  const { conversion, stage } = scope;
  const text = step.readText();
  const [[name, value] = [text ?? '', new SourceNode('map', step.line)]] = step.entries;
  if (value.isEmpty()) value.mark();
  const command = scope.root.get('commands')?.get(name);
  if (command && depth < maxDepth) {
    readCommand(command, value, scope, reader, depth);
    return;
  }
  if (name === 'when' || name === 'unless') {
    readWhen(name, value, scope, reader, depth);
    return;
  }
  conversion.findStep();
  const isCarried = readBuiltin(name, value, scope, reader);
  if (isCarried) conversion.steps.carried++;
  else {
    const reason =
      reasons[name] ?? (name.includes('/') ? 'it is in an orb' : 'no step has its meaning');
    const summary = value.isEmpty() ? '' : ` ${value.summarize()}`;
    conversion.skip(
      reader.pending,
      text === undefined ? value : step,
      `the step ${name}${summary}, because ${reason}`,
    );
  }
  conversion.skipUnread(stage.steps.at(-1) ?? stage, value, name);
  conversion.skipUnread(reader.pending, step);
}

/** Replaces a command of the file by its steps. */
function readCommand(
  command: SourceNode,
  values: SourceNode,
  scope: CircleScope,
  reader: StepReader,
  depth: number,
): void {
  const inner = { ...scope, parameters: new Map<string, OutputText>() };
  addValues(command.get('parameters'), values, inner, scope);
  command.text('description');
  for (const step of command.get('steps')?.items ?? []) readStep(step, inner, reader, depth + 1);
  scope.conversion.skipUnread(reader.pending, values);
}

/** Decides a condition whose value is known; others become a comment, and their steps run. */
function readWhen(
  name: string,
  value: SourceNode,
  scope: CircleScope,
  reader: StepReader,
  depth: number,
): void {
  const condition = value.get('condition');
  const known = condition?.kind === 'text' ? fillText(condition, scope) : '${';
  if (known.includes('$') || known.includes('<<')) {
    scope.conversion.skip(
      reader.pending,
      condition ?? value,
      `${name}: ${condition?.summarize()}, so its steps always run`,
    );
  } else {
    const holds = known !== '' && known !== 'false' && known !== '0';
    if (holds !== (name === 'when')) {
      scope.conversion.skip(
        reader.pending,
        value,
        `${name}: ${value.summarize(400)}, because the condition does not hold`,
      );
      return;
    }
  }
  for (const step of value.get('steps')?.items ?? []) readStep(step, scope, reader, depth + 1);
}

/** Converts a step of CircleCI itself; returns whether it is carried over. */
function readBuiltin(
  name: string,
  value: SourceNode,
  scope: CircleScope,
  reader: StepReader,
): boolean {
  const { stage } = scope;
  switch (name) {
    case 'checkout':
      reader.hasCheckout = true;
      return true;
    case 'attach_workspace': {
      // The workspace has the sources in most projects.
      reader.hasCheckout = true;
      const at = value.get('at');
      return (
        at !== undefined &&
        scope.workspaces.attach(stage, fillText(at, scope), reader.cloneFolder, at)
      );
    }
    case 'persist_to_workspace': {
      const root = value.get('root');
      const paths = value.get('paths')?.items.map((path) => fillText(path, scope)) ?? [];
      return (
        root !== undefined &&
        scope.workspaces.persist(stage, fillText(root, scope), paths, reader.cloneFolder)
      );
    }
    case 'run':
      return readRun(value, scope, reader);
    case 'restore_cache':
      // Without a checkout, the sources are in a cache.
      reader.hasCheckout = true;
      return readRestore(value, scope, reader);
    case 'save_cache':
      return readSave(value, scope, reader);
    case 'store_artifacts':
    case 'store_test_results': {
      const node = value.kind === 'map' ? value.get('path') : value;
      const path = node ? fillText(node, scope).replace(/^\.\/|\/$/g, '') : '';
      const last = lastCertainStep(stage);
      if (!last || !isInside(path)) return false;
      if (name === 'store_artifacts') last.artifacts.push(path);
      else last.junit.push(path);
      value.get('destination')?.mark();
      return true;
    }
    default:
      return readOrbStep(name, value, scope, reader);
  }
}

/** Converts the step of an orb that installs packages. */
function readOrbStep(
  name: string,
  value: SourceNode,
  scope: CircleScope,
  reader: StepReader,
): boolean {
  const command = orbCommand(name, value, scope.root);
  if (command === undefined) return false;
  const step = createStep(uniqueName(name, reader.used));
  step.comments.push(...reader.pending.comments.splice(0));
  step.commands = [command];
  if (scope.stage.type === 'docker') step.image = reader.image;
  scope.conversion.remark(step, value, `"${command}" stands for ${name}.`);
  scope.conversion.skipUnread(step, value, name);
  scope.stage.steps.push(step);
  return true;
}

function readRun(value: SourceNode, scope: CircleScope, reader: StepReader): boolean {
  const { stage, conversion } = scope;
  const command = value.kind === 'map' ? value.get('command') : value;
  if (command?.kind !== 'text') return false;
  const title = value.get('name');
  const step = createStep('');
  step.comments.push(...reader.pending.comments.splice(0));
  const inner = { ...scope, target: step };
  readEnvironment(value.get('environment'), step.environment, inner);
  const script = fillScript(command, inner);
  const name = title ? fillText(title, inner) : (script.trim().split('\n')[0]?.slice(0, 60) ?? '');
  step.name = uniqueName(name.replaceAll('$', ''), reader.used);
  const shell = value.text('shell') ?? reader.shell ?? defaultShell(reader.image);
  const commands = shellCommands(script, shell);
  if (!commands)
    conversion.remark(step, value, `Not converted: the shell ${shell}; the script runs in sh`);
  step.commands = commands ?? [script.trimEnd()];
  const folder = value.get('working_directory');
  if (folder) step.commands.unshift(`cd "${fillText(folder, inner)}"`);
  const when = value.text('when');
  if (when === 'always') step.when = { status: { include: ['success', 'failure'], exclude: [] } };
  else if (when === 'on_fail') step.when = { status: { include: ['failure'], exclude: [] } };
  if (value.text('background') === 'true') step.detach = true;
  if (stage.type === 'docker') step.image = reader.image;
  conversion.skipUnread(step, value, 'run');
  stage.steps.push(step);
  return true;
}
