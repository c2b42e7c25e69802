import type { Conversion } from '../conversion.ts';
import {
  type ConditionName,
  createStep,
  type MatrixOutput,
  type OutputText,
  type Stage,
} from '../model.ts';
import { hostName, minutes, uniqueName } from '../names.ts';
import { joinSteps } from '../shell/join-steps.ts';
import { prepareForContainer } from '../shell/prepare-for-container.ts';
import type { SourceNode } from '../source/source-node.ts';
import { defaultImage, imageOfMachine } from './actions.ts';
import { readIf } from './conditions.ts';
import { readVariables } from './environment.ts';
import type { ExpressionScope } from './expressions.ts';
import { fillExpressions, stepOutputOf } from './expressions.ts';
import { readMatrix } from './matrix.ts';
import { readSteps } from './read-steps.ts';
import { skipSettings } from './skip-settings.ts';
import type { Triggers } from './triggers.ts';
import type { Uploads } from './uploads.ts';

export interface JobContext {
  conversion: Conversion;
  name: string;
  root: SourceNode;
  outputs: ReadonlyMap<string, string>;
  triggers: Triggers;
  uploads: Uploads;
}

export function readJob(job: SourceNode, context: JobContext): Stage {
  const { conversion, root, triggers } = context;
  const stage = conversion.createStage(context.name);
  const title = job.text('name');
  if (title && title !== context.name) stage.comments.push(`Job: ${title}`);
  stage.parameters = triggers.parameters;
  for (const [name, { include, exclude }] of Object.entries(triggers.conditions)) {
    stage.trigger[name as ConditionName] = { include: [...include], exclude: [...exclude] };
  }
  stage.dependsOn = job.texts('needs');
  const findOutput = createOutputFinder(stage.dependsOn, context);
  const matrixNames = readMatrix(job, stage, conversion, findOutput);
  const scope: ExpressionScope = {
    conversion,
    matrixNames,
    matrix: stage.matrix,
    environment: stage.environment,
    outputs: context.outputs,
  };
  for (const env of [root.get('env'), job.get('env')]) {
    readVariables(env, stage.environment, scope, stage);
  }
  readIf(job.get('if'), stage.trigger, stage, conversion);
  skipSettings(job, stage, conversion);
  stage.timeout = minutes(job.text('timeout-minutes'));
  const image = readImage(job, stage, scope);
  readServices(job.get('services'), stage, scope);
  const { uploads } = context;
  readSteps(job, stage, { scope, image, uploads, defaults: [job, root] });
  stage.ignoresFailure = job.text('continue-on-error') === 'true';
  skipReusableWorkflow(job, stage, conversion);
  conversion.skipUnread(stage, job);
  if (stage.type === 'docker') {
    joinSteps(stage);
    if (!job.get('container')) prepareForContainer(stage);
  }
  return stage;
}

/** Returns a function that finds the output in `fromJSON(needs.plan.outputs.targets)`. */
function createOutputFinder(needs: readonly string[], { root, outputs }: JobContext) {
  const pattern = /^\s*\$\{\{\s*fromJSON\(\s*needs\.([\w-]+)\.outputs\.([\w-]+)\s*\)\s*\}\}\s*$/i;
  return (expression: string): MatrixOutput | undefined => {
    const [, pipeline = '', output = ''] = pattern.exec(expression) ?? [];
    const name = stepOutputOf(outputs.get(`${pipeline}.${output}`));
    const job = root.get('jobs')?.get(pipeline);
    // Each stage of a matrix has outputs of its own.
    const isOne = job !== undefined && job.get('strategy')?.get('matrix') === undefined;
    return isOne && name && needs.includes(pipeline) ? { pipeline, name } : undefined;
  };
}

function skipReusableWorkflow(job: SourceNode, stage: Stage, conversion: Conversion): void {
  const uses = job.get('uses');
  if (!uses) return;
  conversion.findStep();
  const inputs = job.get('with');
  const text = inputs ? ` with ${inputs.summarize()}` : '';
  inputs?.mark();
  conversion.skip(
    stage,
    uses,
    `the workflow ${uses.summarize()}${text}, because it is another file; convert that file too`,
  );
}

/** Returns the image of the steps: that of the container, else one for the machine. */
function readImage(job: SourceNode, stage: Stage, scope: ExpressionScope): OutputText {
  const { conversion } = scope;
  const container = job.get('container');
  const runsOn = job.get('runs-on');
  const labels = runsOn?.kind === 'map' ? runsOn.texts('labels') : (runsOn?.readTexts() ?? []);
  const label = labels.find((text) => text !== 'self-hosted') ?? 'ubuntu-latest';
  if (runsOn && labels.includes('self-hosted')) {
    for (const name of labels) if (name !== 'self-hosted') stage.node.set(name, 'true');
    conversion.remark(
      stage,
      runsOn,
      'Runs on runners with these labels: set MILLRACE_RUNNER_LABELS of the runner, or remove "node".',
    );
  }
  if (container) {
    const image = container.kind === 'text' ? container : container.get('image');
    const text = image?.readText() ?? '';
    readVariables(container.get('env'), stage.environment, scope, stage);
    return fillExpressions(text, scope, { node: container, target: stage });
  }
  const machine = imageOfMachine(label);
  if (machine === undefined) {
    stage.type = 'exec';
    stage.platform = /^windows/i.test(label)
      ? { os: 'windows', arch: 'amd64' }
      : { os: 'darwin', arch: 'arm64' };
    if (runsOn) conversion.remark(stage, runsOn, `Needs a runner of type exec on ${label}.`);
    return '';
  }
  if (label.endsWith('-arm')) stage.platform = { os: 'linux', arch: 'arm64' };
  if (runsOn) {
    conversion.remark(
      stage,
      runsOn,
      `The image ${machine} stands for ${labels.join(', ')}; choose one with the programs that the steps need.`,
    );
  }
  return machine || defaultImage;
}

function readServices(
  services: SourceNode | undefined,
  stage: Stage,
  scope: ExpressionScope,
): void {
  const used = new Set<string>();
  for (const [name, node] of services?.entries ?? []) {
    const service = createStep(uniqueName(hostName(name), used));
    const image = node.kind === 'text' ? node.readText() : node.text('image');
    service.image = fillExpressions(image ?? '', scope, { node, target: service });
    readVariables(node.get('env'), service.environment, scope, service);
    if (node.get('ports')) {
      node.get('ports')?.mark();
      scope.conversion.remark(
        service,
        node,
        `Steps reach this service as ${service.name}, on every port of the container, not on localhost.`,
      );
    }
    scope.conversion.skipUnread(service, node);
    stage.services.push(service);
  }
}
