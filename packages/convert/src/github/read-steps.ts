import type { Matrix, OutputText, Stage, Step } from '../model.ts';
import { reservedNames } from '../names.ts';
import { shellCommands } from '../shell/shell-commands.ts';
import type { SourceNode } from '../source/source-node.ts';
import { escapeText } from '../write/escape-text.ts';
import { installCommand, reasonOf, type Setup, setupOf, tagOf } from './actions.ts';
import { addDockerStep, readLogin } from './docker-action.ts';
import { fillExpressions, githubVariables } from './expressions.ts';
import { readArtifacts, readCache, readDownload } from './files.ts';
import { readCheckout } from './read-checkout.ts';
import { addStep, type JobSteps, type StepReader } from './step-reader.ts';

/** A script that names no shell has no `pipefail` on GitHub. */
const defaultShell = 'bash -e {0}';

/** Reads the steps of a job. */
export function readSteps(job: SourceNode, stage: Stage, options: JobSteps): void {
  const { conversion } = options.scope;
  const reader: StepReader = {
    ...options,
    stage,
    conversion,
    pending: { comments: [] },
    used: new Set([...reservedNames, ...stage.services.map(({ name }) => name)]),
    hasSetup: false,
    hasCheckout: false,
  };
  const steps = job.get('steps')?.items ?? [];
  for (const node of steps) {
    conversion.findStep();
    const isCarried = node.get('uses') ? readAction(node, reader) : readRun(node, reader);
    if (isCarried) conversion.steps.carried++;
    conversion.skipUnread(reader.pending, node);
  }
  if (steps.length > 0 && !reader.hasCheckout && !stage.clone.repositories) {
    stage.clone = { disable: true };
  }
  if (stage.type === 'docker') {
    for (const step of stage.steps) step.image ??= reader.image;
  }
  stage.lastComments.push(...reader.pending.comments);
}

function readRun(node: SourceNode, reader: StepReader): boolean {
  const { scope, conversion } = reader;
  const run = node.get('run');
  const script = run?.readText();
  if (!run || script === undefined) return false;
  const id = node.text('id');
  const title = id ?? script.trim().split('\n')[0]?.slice(0, 60) ?? '';
  const step = addStep(node, reader, title);
  const place = { node: run, target: step, variables: step.environment };
  const text = withOutputs(fillExpressions(script, scope, place));
  addGithubVariables(text, step, run, reader);
  const shell = defaultOf(node, 'shell', reader) ?? defaultShell;
  const commands = shellCommands(text, shell);
  if (commands === undefined) {
    conversion.remark(step, node, `Not converted: the shell ${shell}; the script runs in sh`);
  }
  step.commands = commands ?? [text.trimEnd()];
  const folder = defaultOf(node, 'working-directory', reader);
  if (folder !== undefined && folder !== '.') {
    step.commands.unshift(`cd ${quote(fillExpressions(folder, scope, place))}`);
  }
  return true;
}

/** Replaces the files that a step writes values for later steps to. */
function withOutputs(script: OutputText): OutputText {
  return script
    .replaceAll(
      /\becho[ \t]+(["']?)([^"'\n]+?)\1[ \t]*>>[ \t]*["']?\$(?:\$?\{)?GITHUB_PATH\b\}?["']?/g,
      (_, _quote, folder: string) =>
        `export PATH="${folder}:$PATH"; echo "PATH=$PATH" >> "$DRONE_OUTPUT"`,
    )
    .replaceAll(/\$(?:\$?\{)?GITHUB_(?:OUTPUT|ENV)\b\}?/g, '$DRONE_OUTPUT');
}

/** Quotes a path for the shell if it needs it. */
function quote(text: string): string {
  return /^[\w./${}-]+$/.test(text) ? text : `"${text}"`;
}

function defaultOf(node: SourceNode, key: string, reader: StepReader): string | undefined {
  const own = node.text(key);
  const outer = reader.defaults.map((level) => level.get('defaults')?.get('run')?.text(key));
  return own ?? outer.find((text) => text !== undefined);
}

/** Gives a step the variables of GitHub that its commands use. */
function addGithubVariables(
  text: OutputText,
  step: Step,
  node: SourceNode,
  reader: StepReader,
): void {
  for (const name of new Set(text.match(/\b(?:GITHUB|RUNNER)_[A-Z0-9_]+\b/g))) {
    if (reader.scope.environment.has(name) || step.environment.has(name)) continue;
    const expression = Object.hasOwn(githubVariables, name) ? githubVariables[name] : undefined;
    if (expression !== undefined) {
      const value = fillExpressions(`\${{ ${expression} }}`, reader.scope, { node, target: step });
      step.environment.set(name, value);
    } else if (name === 'GITHUB_STEP_SUMMARY') {
      step.environment.set(name, '/drone/src/.step-summary.md');
      step.summary = '.step-summary.md';
    } else {
      reader.conversion.skip(step, node, `the variable ${name}, because only GitHub sets it`);
    }
  }
}

/** Converts a step with `uses`; returns whether it is carried over. */
function readAction(node: SourceNode, reader: StepReader): boolean {
  const uses = node.text('uses') ?? '';
  const [action = '', ref = ''] = uses.split('@');
  const inputs = node.get('with');
  node.text('id');
  if (node.get('continue-on-error')?.value === 'false') node.text('continue-on-error');
  if (action === 'actions/checkout') return readCheckout(node, inputs, reader);
  const setup = setupOf(action);
  if (setup) return readSetup(node, action, ref, reader);
  if (action === 'actions/cache') return readCache(node, inputs, reader);
  if (action === 'actions/upload-artifact') return readArtifacts(node, inputs, reader);
  if (action === 'actions/download-artifact') {
    if (readDownload(node, inputs, reader)) return true;
  }
  if (action === 'docker/login-action') {
    reader.login = readLogin(inputs, reader);
    node.text('name');
    return true;
  }
  if (action === 'docker/build-push-action') return addDockerStep(node, inputs, reader);
  if (action === 'golangci/golangci-lint-action') return readGolangciLint(node, inputs, reader);
  const version = inputs?.get('version')?.value;
  const install = installCommand(action, version);
  if (install !== undefined && reader.stage.type === 'docker') {
    const step = addStep(node, reader, action);
    inputs?.text('version');
    step.commands = [escapeText(install)];
    skipInputs(inputs, step, reader);
    return true;
  }
  if (action.startsWith('docker://')) {
    const step = addStep(node, reader, uses);
    step.image = escapeText(uses.slice('docker://'.length));
    const args = inputs?.text('args');
    if (args) step.command = [escapeText(args)];
    skipInputs(inputs, step, reader);
    return true;
  }
  return skipAction(node, uses, inputs, reader);
}

function skipInputs(inputs: SourceNode | undefined, step: Step, { conversion }: StepReader): void {
  conversion.skipUnread(step, inputs, `${step.name} with`);
}

function skipAction(
  node: SourceNode,
  uses: string,
  inputs: SourceNode | undefined,
  { conversion, pending }: StepReader,
): boolean {
  const [action = ''] = uses.split('@');
  const text = inputs ? ` with ${inputs.summarize(300)}` : '';
  const name = node.text('name');
  const title = name ? ` ("${name}")` : '';
  const rest = [...node.entries]
    .filter(([key]) => !['uses', 'with', 'name', 'id'].includes(key))
    .map(([key, value]) => `${key}: ${value.summarize()}`);
  const settings = rest.length > 0 ? ` (${rest.join(', ')})` : '';
  const reason = action.startsWith('./')
    ? 'it is an action of this repository; write its steps here'
    : reasonOf(action);
  conversion.skip(pending, node, `the action ${uses}${title}${text}${settings}, because ${reason}`);
  return false;
}

function readSetup(node: SourceNode, action: string, version: string, reader: StepReader): boolean {
  const { conversion, pending, scope, stage } = reader;
  const setup = setupOf(action);
  const inputs = node.get('with');
  node.text('name');
  if (!setup) return false;
  if (stage.type === 'exec') {
    conversion.skip(
      pending,
      node,
      `the action ${action}, because a runner of type exec has its own programs`,
    );
    return false;
  }
  const given = inputs?.get(setup.input);
  const text = given?.readText() ?? (action === 'dtolnay/rust-toolchain' ? version : undefined);
  const filled =
    text === undefined || given === undefined
      ? text
      : fillExpressions(text, scope, { node: given, target: pending });
  const tag = filled === undefined ? undefined : tagOf(filled, setup);
  const axis = /^\$\{(\w+)\}$/.exec(tag ?? '')?.[1];
  if (axis !== undefined) useAsTags(stage.matrix, axis, setup);
  const image = `${setup.image}:${tag ?? setup.defaultTag}`;
  if (reader.hasSetup && !reader.image.startsWith(`${setup.image}:`)) {
    conversion.skip(
      pending,
      node,
      `the action ${action}, because the steps have the image ${reader.image} already; ${image} would have it`,
    );
    return false;
  }
  if (tag === undefined) {
    conversion.remark(
      pending,
      node,
      `The image ${image} stands for ${action} with ${inputs?.summarize() ?? 'no version'}.`,
    );
  }
  reader.hasSetup = true;
  reader.image = image;
  conversion.skipUnread(pending, inputs, action);
  return true;
}

/** Changes versions such as `20.x` in a matrix to the tags of the image. */
function useAsTags({ axes, include, exclude }: Matrix, axis: string, setup: Setup): void {
  const tag = (version: string) => tagOf(version, setup) ?? version;
  const versions = axes.get(axis);
  if (versions) axes.set(axis, versions.map(tag));
  for (const combination of [...include, ...exclude]) {
    const version = combination.get(axis);
    if (version !== undefined) combination.set(axis, tag(version));
  }
}

/** Converts golangci/golangci-lint-action to a step with the image of that program. */
function readGolangciLint(
  node: SourceNode,
  inputs: SourceNode | undefined,
  reader: StepReader,
): boolean {
  const step = addStep(node, reader, 'golangci-lint');
  const version = inputs?.text('version') ?? 'latest';
  step.image = `golangci/golangci-lint:${/^v?[\d.]+$/.test(version) ? version : 'latest'}`;
  const args = inputs?.get('args');
  const filled =
    args && fillExpressions(args.readText() ?? '', reader.scope, { node: args, target: step });
  step.commands = [`golangci-lint run ${filled ?? ''}`.trim()];
  skipInputs(inputs, step, reader);
  return true;
}
