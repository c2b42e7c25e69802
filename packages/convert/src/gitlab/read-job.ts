import type { Conversion } from '../conversion.ts';
import { conditionOf, createStep, type OutputText, type Stage, type Step } from '../model.ts';
import { hostName, reservedNames, uniqueName, variableName } from '../names.ts';
import { isInstaller } from '../shell/join-steps.ts';
import { replaceInScript } from '../shell/replace-variables.ts';
import { shellCommands } from '../shell/shell-commands.ts';
import type { SourceNode } from '../source/source-node.ts';
import { escapeText } from '../write/escape-text.ts';
import { durationOf } from './duration-of.ts';
import { readArtifacts, readCaches } from './files.ts';
import { fillText, type JobContext } from './job-context.ts';
import { readOnlyExcept, readRules } from './rules.ts';
import { gitlabVariables } from './variables.ts';

/** GitLab's runners take the image of their settings. This is the one of the runners of gitlab.com. */
const defaultImage = 'ruby:3.1';

/** Reads a job whose `extends` and defaults are resolved. */
export function readJob(job: SourceNode, context: JobContext): void {
  const { conversion, stage, templates } = context;
  conversion.findStep();
  readMatrix(job, context);
  readVariables(job, context);
  readConditions(job, context);
  readLimits(job, context);
  const image = readImage(job.get('image'), stage, context);
  if (image === undefined) {
    stage.comments.push(
      `The job names no image, so that ${defaultImage} of gitlab.com stands for it.`,
    );
  }
  readServices(job, context);
  const script = [
    ...templates.items(job.get('before_script'), stage),
    ...templates.items(job.get('script'), stage),
  ];
  const step = createStep(reservedNames.includes(stage.name) ? `${stage.name}-job` : stage.name);
  step.image = image ?? defaultImage;
  step.commands = readScript(script, step, context);
  if (step.commands.length > 0) {
    stage.steps.push(step);
    conversion.steps.carried++;
  }
  readAfterScript(job, step, context);
  readFailures(job, stage);
  readArtifacts(job.get('artifacts'), step, conversion);
  readCaches(job.get('cache'), stage, conversion, context);
  skipSettings(job, stage, conversion);
}

/** Reads `after_script`, which runs in the container of the job, also after a failure. */
function readAfterScript(job: SourceNode, step: Step, context: JobContext): void {
  const { stage, templates } = context;
  const after = createStep(uniqueName('after', new Set([step.name])));
  after.commands = readScript(templates.items(job.get('after_script'), stage), after, context);
  if (after.commands.length === 0) return;
  if (isInstaller(step)) {
    step.comments.push(...after.comments);
    step.commands.unshift(
      ['after_script() {', ...after.commands, '}'].join('\n'),
      "trap 'after_script || true' EXIT",
    );
    return;
  }
  after.image = step.image;
  after.when = { status: { include: ['success', 'failure'], exclude: [] } };
  after.ignoresFailure = true;
  stage.steps.push(after);
}

function readScript(items: readonly SourceNode[], step: Step, context: JobContext): OutputText[] {
  const lines = items.map((node) =>
    replaceInScript(node.readText() ?? '', gitlabVariables, {
      node,
      target: step,
      conversion: context.conversion,
      known: context.stage.environment,
    }).trimEnd(),
  );
  const commands = lines.filter((line) => line.trim() !== '');
  const joined = shellCommands(commands.join('\n')) ?? [];
  // A script for bash is one command, other commands stay separate.
  return joined[0]?.startsWith('bash ') &&
    joined[0] !== commands[0] &&
    joined.length === 1 &&
    joined[0].includes("<<'SCRIPT")
    ? joined
    : commands;
}

function readImage(
  node: SourceNode | undefined,
  target: Stage | Step,
  context: JobContext,
): OutputText | undefined {
  if (!node) return undefined;
  const name = node.kind === 'map' ? node.text('name') : node.readText();
  const entrypoint = node.get('entrypoint');
  if (entrypoint?.items.every(({ value }) => value === '')) entrypoint.mark();
  context.conversion.skipUnread(target, node, 'image');
  return name === undefined ? undefined : fillText(name, node, context);
}

function readServices(job: SourceNode, context: JobContext): void {
  const { stage, conversion, templates } = context;
  const used = new Set<string>([stage.name]);
  for (const node of templates.items(job.get('services'), stage)) {
    const image = node.kind === 'map' ? node.text('name') : node.readText();
    if (image === undefined) continue;
    const alias = node.kind === 'map' ? node.text('alias') : undefined;
    const service = createStep(uniqueName(hostName(alias ?? image), used));
    service.image = fillText(image, node, context);
    for (const key of ['entrypoint', 'command'] as const) {
      service[key] = (node.kind === 'map' ? node.texts(key) : []).map(escapeText);
    }
    for (const [name, value] of node.get('variables')?.entries ?? []) {
      service.environment.set(name, fillText(value.readText() ?? '', value, context));
    }
    if (/(?:^|\/)docker:.*dind|^docker:dind/.test(image)) {
      conversion.remark(
        service,
        node,
        'This service needs "privileged: true", which only a trusted repository may use; plugins/docker builds images without it.',
      );
    }
    conversion.skipUnread(service, node, 'services');
    stage.services.push(service);
  }
}

/** Variables that control how GitLab clones, beside the depth. */
const clonePattern = /^(?:GIT_(?:STRATEGY|CHECKOUT|SUBMODULE_\w+|\w+_FLAGS)|GET_SOURCES_ATTEMPTS)$/;

/** Adds the variables of the file and of the job. Some of them control how GitLab clones. */
function readVariables(job: SourceNode, context: JobContext): void {
  const { stage } = context;
  const variables = new Map([...context.variables, ...(job.get('variables')?.entries ?? [])]);
  const texts = [...variables].map(([name, node]) => {
    const value = node.kind === 'map' ? node.get('value') : node;
    node.get('description')?.mark();
    return { name, node, text: value?.readText() ?? '' };
  });
  // Values refer to each other in any order.
  for (const { name, text } of texts)
    if (!text.includes('$')) stage.environment.set(name, escapeText(text));
  for (const { name, node, text } of texts) {
    if (name === 'GIT_DEPTH' && /^[1-9]\d*$/.test(text)) stage.clone.depth = Number(text);
    else if (name === 'GIT_STRATEGY' && text === 'none') stage.clone = { disable: true };
    else if (clonePattern.test(name)) {
      context.conversion.skip(
        stage,
        node,
        `${name}: ${text}, because the runner clones with git itself`,
      );
      stage.environment.delete(name);
    } else if (text.includes('$')) stage.environment.set(name, fillText(text, node, context));
  }
  stage.environment.delete('GIT_DEPTH');
  stage.environment.delete('GIT_STRATEGY');
  if (job.get('variables')?.isEmpty()) job.get('variables')?.mark();
}

/** Reads `parallel: matrix`. */
function readMatrix(job: SourceNode, { stage, conversion }: JobContext): void {
  const parallel = job.get('parallel');
  if (!parallel) return;
  const maps = parallel.get('matrix')?.items ?? [];
  const [first, ...others] = maps;
  if (!first || others.length > 0) {
    const reason = first
      ? 'a matrix has one set of lists; write the combinations as "matrix: include"'
      : 'a stage runs once; use a matrix to split the work';
    conversion.skip(stage, parallel, `parallel: ${parallel.summarize()}, because ${reason}`);
    return;
  }
  for (const [name, values] of first.entries) {
    const own = variableName(name);
    stage.matrix.axes.set(
      own === name.toUpperCase() ? name : own,
      values.readTexts().map(escapeText),
    );
  }
}

function readConditions(job: SourceNode, { stage, conversion, templates }: JobContext): void {
  const rules = job.get('rules');
  const ruleWhen = rules ? readRules(templates.items(rules, stage), stage, conversion) : undefined;
  if (rules?.isEmpty()) rules.mark();
  readOnlyExcept(job, stage, conversion);
  const node = job.get('when');
  const when = ruleWhen ?? node?.readText() ?? 'on_success';
  if (when === 'on_failure') conditionOf(stage.trigger, 'status').include.push('failure');
  else if (when === 'always')
    conditionOf(stage.trigger, 'status').include.push('success', 'failure');
  else if (when === 'manual') {
    stage.isManual = true;
    if (templates.items(rules, stage).some(startsByItself)) {
      conversion.remark(
        stage,
        rules ?? job,
        'Some rules start this job by itself. Here, it always waits until a person starts it.',
      );
    }
  } else if (when === 'delayed') {
    const delay = job.get('start_in');
    conversion.remark(
      stage,
      delay ?? job,
      `Not converted: when: delayed, start_in: ${delay?.readText() ?? ''}, because stages start at once`,
    );
  } else if (when !== 'on_success')
    conversion.remark(stage, node ?? job, `Not converted: when: ${when}`);
}

/** Returns whether a rule runs its job without a person. */
function startsByItself(rule: SourceNode): boolean {
  const when = rule.get('when')?.value;
  return rule.kind === 'map' && when !== 'manual' && when !== 'never';
}

function readLimits(job: SourceNode, { stage, conversion, templates }: JobContext): void {
  const timeout = job.get('timeout');
  stage.timeout = timeout && durationOf(timeout.value);
  if (stage.timeout) timeout?.readText();
  const retry = job.get('retry');
  const max = Number(retry?.kind === 'map' ? retry.text('max') : (retry?.readText() ?? 0));
  if (max > 0) stage.retries = Math.min(max, 10);
  for (const tag of templates.items(job.get('tags'), stage)) {
    const text = tag.readText();
    if (text)
      stage.node.set(
        fillText(text, tag, { stage, conversion, templates, variables: new Map() }),
        'true',
      );
  }
  if (stage.node.size > 0) {
    stage.comments.push(
      'Runs on runners with these labels: set MILLRACE_RUNNER_LABELS of the runner, or remove "node".',
    );
  }
  const group = job.get('resource_group');
  if (group) {
    conversion.remark(
      stage,
      group,
      `resource_group: ${group.readText() ?? ''} is a limit of this pipeline alone.`,
    );
    stage.concurrency = 1;
  }
  stage.isInterruptible = job.text('interruptible') === 'true';
}

function readFailures(job: SourceNode, stage: Stage): void {
  const allowed = job.get('allow_failure');
  // The other pipeline goes on without a manual job, unless rules make it manual.
  if (!allowed) stage.ignoresFailure = job.get('when')?.value === 'manual' && stage.isManual;
  if (allowed?.kind !== 'text') return;
  stage.ignoresFailure = allowed.readText() === 'true';
}

/** Why a setting of a job has no equivalent. */
const reasons: Readonly<Record<string, string>> = {
  trigger:
    'a pipeline does not start another one; the other repository can be built by a call of the API',
  environment: 'promotions have a target instead; see Deployments in the docs',
  coverage: 'no coverage is read from logs',
  release: 'a plugin publishes releases',
  pages: 'there are no pages; publish the folder with a plugin',
  inherit: 'the values of the file are in each pipeline',
  id_tokens: 'steps get secrets only',
  secrets: 'external secrets are documents of their own',
};

function skipSettings(job: SourceNode, stage: Stage, conversion: Conversion): void {
  for (const [key, reason] of Object.entries(reasons)) conversion.skipKey(stage, job, key, reason);
}
