import { createStep, type OutputText, type Stage, type Step } from '../model.ts';
import { hostName, uniqueName } from '../names.ts';
import { joinSteps } from '../shell/join-steps.ts';
import { prepareForContainer } from '../shell/prepare-for-container.ts';
import { inBash } from '../shell/shell-commands.ts';
import type { SourceNode } from '../source/source-node.ts';
import { readEnvironment } from './environment.ts';
import { orbImage } from './orbs.ts';
import { fillText } from './parameters.ts';
import { readSteps } from './read-steps.ts';
import type { CircleScope } from './scope.ts';
import { addDefaults, addValues } from './values.ts';

const machineImage = 'buildpack-deps:24.04';

/** Steps that a workflow adds to a job. */
export interface AddedSteps {
  before: SourceNode[];
  after: SourceNode[];
}

export function readJob(job: SourceNode, scope: CircleScope, { before, after }: AddedSteps): void {
  const { stage, conversion } = scope;
  addDefaults(job.get('parameters'), scope);
  job.text('description');
  const executor = readExecutor(job.get('executor'), scope);
  const image =
    readMachine(job, scope) ??
    (executor && readMachine(executor, scope)) ??
    readOrbExecutor(job.get('executor'), scope) ??
    fallbackImage(job, scope);
  let cloneFolder = '~/project';
  for (const node of [executor, job]) {
    if (!node) continue;
    readEnvironment(node.get('environment'), stage.environment, scope);
    const folder = node.get('working_directory');
    if (folder) {
      cloneFolder = fillText(folder, scope);
      folder.mark();
      conversion.remark(
        stage,
        folder,
        `working_directory: ${folder.summarize()} is the clone folder /drone/src here.`,
      );
    }
    for (const [key, reason] of Object.entries(reasons)) {
      const value = node.get(key);
      if (value) conversion.skip(stage, value, `${key}: ${value.summarize()}, because ${reason}`);
    }
  }
  const steps = [...before, ...(job.get('steps')?.items ?? []), ...after];
  readSteps(steps, {
    scope,
    image,
    cloneFolder,
    shell: job.get('shell')?.readText() ?? executor?.text('shell'),
  });
  conversion.skipUnread(stage, executor);
  conversion.skipUnread(stage, job);
  if (stage.type === 'docker') {
    shareBashEnvironment(stage);
    joinSteps(stage);
    if (image === machineImage) prepareForContainer(stage);
  }
}

/** Steps write variables for later ones to the script `$BASH_ENV`, which bash runs first. */
function shareBashEnvironment({ environment, steps }: Stage): void {
  const uses = ({ commands }: Step) => commands.some((command) => command.includes('BASH_ENV'));
  if (!steps.some(uses)) return;
  environment.set('BASH_ENV', '/drone/src/.bash_env');
  for (const { commands } of steps) {
    const script = commands.pop();
    if (script !== undefined) commands.push(inBash(script));
  }
}

const reasons: Readonly<Record<string, string>> = {
  resource_class: 'the labels of a runner choose the machine: see "node"',
  parallelism: 'a stage runs once; use a matrix to split the work',
  circleci_ip_ranges: 'runners have their own addresses',
};

function readExecutor(
  executor: SourceNode | undefined,
  scope: CircleScope,
): SourceNode | undefined {
  if (!executor) return undefined;
  const given = executor.kind === 'map' ? executor.get('name') : executor;
  const name = given === undefined ? '' : fillText(given, scope);
  const found = scope.root.get('executors')?.get(name);
  if (!found) return undefined;
  addValues(found.get('parameters'), executor, scope);
  return found;
}

/** Returns the image of an executor that this file does not define. */
function readOrbExecutor(
  executor: SourceNode | undefined,
  scope: CircleScope,
): OutputText | undefined {
  if (!executor || scope.stage.type === 'exec') return undefined;
  const { conversion, root, stage } = scope;
  const name = (executor.kind === 'map' ? executor.text('name') : executor.readText()) ?? '';
  if (root.get('executors')?.get(name)) return undefined;
  const tag = executor.get('tag');
  const image = orbImage(name, tag && fillText(tag, scope), root);
  if (image === undefined) {
    conversion.skip(
      stage,
      executor,
      `the executor ${executor.summarize()}, because it is in an orb`,
    );
  } else conversion.remark(stage, executor, `The image ${image} stands for the executor ${name}.`);
  return image;
}

/** Returns the image of the steps; the other images of `docker` are services. */
function readMachine(node: SourceNode, scope: CircleScope): OutputText | undefined {
  const { stage, conversion } = scope;
  const [first, ...others] = node.get('docker')?.items ?? [];
  if (first) {
    const image = first.get('image');
    readEnvironment(first.get('environment'), stage.environment, scope);
    skipLogin(first, scope);
    for (const service of others) readService(service, scope);
    return image && fillText(image, scope);
  }
  const machine = node.get('machine');
  if (machine) {
    machine.mark();
    conversion.remark(
      stage,
      machine,
      `The image ${machineImage} stands for the machine ${machine.summarize()}.`,
    );
    return machineImage;
  }
  const macos = node.first('macos', 'windows');
  if (!macos) return undefined;
  macos.mark();
  stage.type = 'exec';
  stage.platform = { os: 'darwin', arch: 'arm64' };
  conversion.remark(stage, macos, `Needs a runner of type exec on macOS: ${macos.summarize()}.`);
  return '';
}

function fallbackImage(job: SourceNode, { stage, conversion }: CircleScope): OutputText {
  conversion.remark(
    stage,
    job,
    `The job names no image in this file, so that ${machineImage} stands for it.`,
  );
  return machineImage;
}

function skipLogin(node: SourceNode, { conversion, stage }: CircleScope): void {
  for (const key of ['auth', 'aws_auth']) {
    const login = node.get(key);
    if (login)
      conversion.skip(
        stage,
        login,
        `${key} (${[...login.entries.keys()].join(', ')}) of an image, because credentials of registries are in the settings of the repository`,
      );
  }
}

function readService(node: SourceNode, scope: CircleScope): void {
  const { stage, conversion } = scope;
  const image = node.get('image');
  const own = node.text('name');
  const text = image ? fillText(image, scope) : '';
  const used = new Set(stage.services.map(({ name }) => name));
  const service = createStep(uniqueName(hostName(own ?? text), used));
  service.image = text;
  if (own === undefined) {
    conversion.remark(
      service,
      node,
      `Steps reach this service as ${service.name}, not on localhost.`,
    );
  }
  readEnvironment(node.get('environment'), service.environment, { ...scope, target: service });
  const command = node.get('command');
  const words = command?.kind === 'list' ? command.items : command ? [command] : [];
  service.command = words.map((word) => fillText(word, { ...scope, target: service }));
  service.entrypoint = node.texts('entrypoint');
  skipLogin(node, scope);
  conversion.skipUnread(service, node);
  stage.services.push(service);
}
