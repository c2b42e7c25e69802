import type { Conversion } from '../conversion.ts';
import type { ConvertedPipeline, Parameter, Stage } from '../model.ts';
import { uniqueName, variableName } from '../names.ts';
import { SourceNode } from '../source/source-node.ts';
import { escapeText } from '../write/escape-text.ts';
import { findSavedCaches } from './caches.ts';
import { readFilters } from './filters.ts';
import { fillText } from './parameters.ts';
import { readJob } from './read-job.ts';
import type { CircleScope } from './scope.ts';
import { Workspaces } from './workspaces.ts';

/** Keys of a job in a workflow that are not values of its parameters. */
const workflowKeys = new Set([
  'name',
  'requires',
  'filters',
  'context',
  'matrix',
  'type',
  'pre-steps',
  'post-steps',
]);

interface Entry {
  name: string;
  stage: Stage;
  requires: string[];
}

interface FileContext {
  conversion: Conversion;
  root: SourceNode;
  pipeline: ConvertedPipeline;
  parameters: Parameter[];
  defaults: ReadonlyMap<string, string>;
  savedCaches: ReadonlyMap<string, SourceNode>;
  workspaces: Workspaces;
  used: Set<string>;
}

/** Converts a `.circleci/config.yml`: each job of each workflow becomes a pipeline. */
export function readCircleci(root: SourceNode, conversion: Conversion): ConvertedPipeline {
  const pipeline: ConvertedPipeline = { comments: [], stages: [] };
  root.text('version');
  const orbs = root.get('orbs');
  if (orbs) {
    conversion.skip(
      pipeline,
      orbs,
      `orbs: ${orbs.summarize(400)}, because an orb runs on CircleCI only; write its steps as commands`,
    );
  }
  const parameters = readParameters(root.get('parameters'));
  const context: FileContext = {
    conversion,
    root,
    pipeline,
    parameters,
    defaults: new Map(parameters.map(({ name, default: value }) => [name, value ?? ''])),
    savedCaches: findSavedCaches(root),
    workspaces: new Workspaces(),
    used: new Set(),
  };
  const workflows = [...(root.get('workflows')?.entries ?? [])].filter(
    ([, node]) => node.kind === 'map',
  );
  root.get('workflows')?.text('version');
  if (workflows.length === 0) {
    const jobs = new SourceNode('list', root.line);
    const names = [...(root.get('jobs')?.entries.keys() ?? [])];
    for (const name of names) {
      const item = new SourceNode('text', root.line);
      item.value = name;
      jobs.items.push(item);
    }
    readEntries(jobs, context);
  }
  for (const [name, workflow] of workflows) {
    const first = pipeline.stages.length;
    readEntries(workflow.get('jobs'), context);
    const stage = pipeline.stages[first];
    conversion.skipUnread(
      stage ?? pipeline,
      workflow.get('triggers'),
      `workflows.${name}.triggers`,
    );
    for (const key of ['when', 'unless']) {
      const node = workflow.get(key);
      if (node)
        conversion.skip(
          stage ?? pipeline,
          node,
          `${key}: ${node.summarize()} of the workflow ${name}, because a trigger knows no parameters`,
        );
    }
  }
  context.workspaces.connect(pipeline.stages, conversion);
  skipUnused(root, pipeline, conversion);
  conversion.skipUnread(pipeline, root);
  return pipeline;
}

/** Definitions that nothing uses. */
function skipUnused(root: SourceNode, pipeline: ConvertedPipeline, conversion: Conversion): void {
  for (const key of ['jobs', 'commands', 'executors']) {
    for (const [name, node] of root.get(key)?.entries ?? []) {
      const isUnused = node.listUnread().some((unread) => unread.node === node);
      if (isUnused)
        conversion.skip(
          pipeline,
          node,
          `${key}.${name}, because no workflow uses it: ${node.summarize()}`,
        );
    }
  }
}

function readParameters(node: SourceNode | undefined): Parameter[] {
  const types: Readonly<Record<string, string>> = {
    boolean: 'boolean',
    integer: 'number',
    enum: 'choice',
  };
  return [...(node?.entries ?? [])].map(([name, parameter]) => ({
    name: variableName(name),
    type: types[parameter.text('type') ?? ''],
    description: parameter.text('description'),
    default: parameter.text('default') || undefined,
    choices: parameter.texts('enum'),
    isRequired: false,
  }));
}

/** Reads the jobs of a workflow. */
function readEntries(jobs: SourceNode | undefined, context: FileContext): void {
  const { conversion, pipeline, root } = context;
  const entries: Entry[] = [];
  const approvals = new Map<string, string[]>();
  for (const item of jobs?.items ?? []) {
    const [[job, options] = [item.readText() ?? '', new SourceNode('map', item.line)]] =
      item.entries;
    if (options.isEmpty()) options.mark();
    const name = options.text('name') ?? job;
    const requires = readRequires(options, pipeline, conversion);
    if (options.text('type') === 'approval') {
      approvals.set(name, requires);
      continue;
    }
    const node = root.get('jobs')?.get(job);
    if (!node) {
      conversion.findStep();
      conversion.skip(
        pipeline,
        item,
        `the job ${job} ${options.summarize()}, because it is in an orb`,
      );
      continue;
    }
    const stage = conversion.createStage(uniqueName(name, context.used));
    stage.parameters = context.parameters;
    readEntry(node, options, stage, context);
    entries.push({ name, stage, requires });
    pipeline.stages.push(stage);
  }
  addDependencies(entries, approvals);
}

function readRequires(
  options: SourceNode,
  pipeline: ConvertedPipeline,
  conversion: Conversion,
): string[] {
  const node = options.get('requires');
  return (node?.items ?? []).flatMap((item) => {
    if (item.kind === 'text') return [item.readText() ?? ''];
    conversion.skip(
      pipeline,
      item,
      `requires: ${item.summarize()}, because a pipeline waits for success or for any end`,
    );
    return [...item.entries.keys()];
  });
}

function readEntry(
  node: SourceNode,
  options: SourceNode,
  stage: Stage,
  context: FileContext,
): void {
  const { conversion, root, defaults, savedCaches, workspaces } = context;
  const scope: CircleScope = {
    conversion,
    root,
    stage,
    target: stage,
    parameters: new Map(),
    defaults,
    savedCaches,
    workspaces,
  };
  for (const name of node.get('parameters')?.entries.keys() ?? []) {
    const value = options.get(name);
    if (value?.kind === 'text' && !workflowKeys.has(name)) {
      scope.parameters.set(name, fillText(value, scope));
    }
  }
  readMatrix(options.get('matrix'), scope);
  readFilters(options.get('filters'), stage, conversion);
  conversion.skipKey(
    stage,
    options,
    'context',
    'secrets are named one by one: "environment: { NAME: { from_secret: name } }"',
  );
  readJob(node, scope, {
    before: options.get('pre-steps')?.items ?? [],
    after: options.get('post-steps')?.items ?? [],
  });
  conversion.skipUnread(stage, options);
}

function readMatrix(
  matrix: SourceNode | undefined,
  { stage, parameters, conversion }: CircleScope,
): void {
  for (const [name, values] of matrix?.get('parameters')?.entries ?? []) {
    const own = variableName(name);
    stage.matrix.axes.set(own, values.readTexts().map(escapeText));
    parameters.set(name, `\${${own}}`);
  }
  for (const item of matrix?.get('exclude')?.items ?? []) {
    stage.matrix.exclude.push(
      new Map(
        [...item.entries].map(([name, value]) => [
          variableName(name),
          escapeText(value.readText() ?? ''),
        ]),
      ),
    );
  }
  conversion.skipUnread(stage, matrix, 'matrix');
}

/** Adds `depends_on`. A job directly after an approval waits until a person starts it. */
function addDependencies(
  entries: readonly Entry[],
  approvals: ReadonlyMap<string, readonly string[]>,
): void {
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  // Approvals may wait for each other.
  const jobsBefore = (name: string, seen: Set<string>): string[] => {
    const requires = approvals.get(name);
    if (!requires) return [name];
    if (seen.has(name)) return [];
    seen.add(name);
    return requires.flatMap((required) => jobsBefore(required, seen));
  };
  for (const { stage, requires } of entries) {
    const required = requires.flatMap((name) => jobsBefore(name, new Set()));
    const names = required.map((name) => byName.get(name)?.stage.name);
    stage.dependsOn = [...new Set(names.filter((name) => name !== undefined))];
    const approval = requires.find((name) => approvals.has(name));
    if (approval === undefined) continue;
    stage.isManual = true;
    stage.comments.push(`The approval ${approval} is the start of this pipeline.`);
  }
}
