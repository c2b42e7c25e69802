import type { Conversion } from '../conversion.ts';
import type { ConvertedPipeline, Parameter } from '../model.ts';
import { uniqueName } from '../names.ts';
import { SourceNode } from '../source/source-node.ts';
import { addArtifactSources, type Job } from './artifact-sources.ts';
import { readJob } from './read-job.ts';
import { Templates } from './templates.ts';

const globalKeys = new Set([
  'stages',
  'variables',
  'default',
  'image',
  'services',
  'before_script',
  'after_script',
  'cache',
  'include',
  'workflow',
  'spec',
  'types',
]);
/** Keys of a job that a file may set for all jobs, at the top level or in `default`. */
const defaultKeys = [
  'image',
  'services',
  'before_script',
  'after_script',
  'cache',
  'artifacts',
  'tags',
  'timeout',
  'retry',
  'interruptible',
];

/** Converts a `.gitlab-ci.yml`: each job becomes a pipeline. */
export function readGitlab(root: SourceNode, conversion: Conversion): ConvertedPipeline {
  const pipeline: ConvertedPipeline = { comments: [], stages: [] };
  const templates = new Templates(root, conversion);
  skipGlobals(root, pipeline, conversion);
  const { variables, parameters } = readGlobalVariables(root.get('variables'));
  const groups = ['.pre', ...groupsOf(root), '.post'];
  const used = new Set<string>();
  const jobs: Job[] = [];
  for (const [name, own] of root.entries) {
    if (globalKeys.has(name) || name.startsWith('.') || own.kind !== 'map') continue;
    const stage = conversion.createStage(uniqueName(name, used));
    const node = withDefaults(templates.extend(own, stage), root);
    const group = node.text('stage') ?? 'test';
    stage.parameters = parameters;
    readJob(node, { conversion, stage, templates, variables });
    jobs.push({ stage, node, group });
  }
  addDependencies(jobs, groups, conversion);
  addArtifactSources(jobs, groups);
  pipeline.stages = jobs.map(({ stage }) => stage);
  for (const { node, stage } of jobs) conversion.skipUnread(stage, node);
  skipUnusedTemplates(root, pipeline, conversion);
  conversion.skipUnread(pipeline, root);
  return pipeline;
}

function skipGlobals(root: SourceNode, pipeline: ConvertedPipeline, conversion: Conversion): void {
  const include = root.get('include');
  if (include) {
    conversion.skip(
      pipeline,
      include,
      `include: ${include.summarize(400)}, because the included files are not read; convert them too`,
    );
  }
  const workflow = root.get('workflow');
  if (workflow) {
    conversion.skip(
      pipeline,
      workflow,
      `workflow: ${workflow.summarize(400)}, because each pipeline here has its own trigger`,
    );
  }
}

function groupsOf(root: SourceNode): string[] {
  const names = [...root.texts('stages'), ...root.texts('types')];
  return names.length > 0 ? names : ['build', 'test', 'deploy'];
}

/** Reads the variables of all jobs. Those with a description are parameters too. */
function readGlobalVariables(node: SourceNode | undefined): {
  variables: Map<string, SourceNode>;
  parameters: Parameter[];
} {
  const variables = new Map<string, SourceNode>();
  const parameters: Parameter[] = [];
  for (const [name, variable] of node?.entries ?? []) {
    const value = variable.kind === 'map' ? variable.get('value') : variable;
    if (value) variables.set(name, value);
    if (variable.kind !== 'map' || !variable.get('description')) continue;
    const choices = variable.texts('options');
    parameters.push({
      name,
      type: choices.length > 0 ? 'choice' : undefined,
      description: variable.text('description'),
      default: variable.get('value')?.value || undefined,
      choices,
      isRequired: false,
    });
  }
  return { variables, parameters };
}

function withDefaults(job: SourceNode, root: SourceNode): SourceNode {
  const result = new SourceNode('map', job.line);
  for (const [key, value] of job.entries) result.entries.set(key, value);
  for (const key of defaultKeys) {
    const value = root.get('default')?.get(key) ?? root.get(key);
    if (value && !result.get(key)) result.entries.set(key, value);
  }
  return result;
}

/** A job without `needs` waits for all jobs of the stages before its own. */
function addDependencies(
  jobs: readonly Job[],
  groups: readonly string[],
  conversion: Conversion,
): void {
  const names = new Set(jobs.map(({ stage }) => stage.name));
  for (const { stage, node, group } of jobs) {
    const needs = node.get('needs');
    if (needs) {
      for (const item of needs.items) {
        const name = item.kind === 'map' ? item.text('job') : item.readText();
        if (name !== undefined && names.has(name)) {
          if (!stage.dependsOn.includes(name)) stage.dependsOn.push(name);
          if (item.get('artifacts')?.value === 'false') item.text('artifacts');
        } else
          conversion.skip(
            stage,
            item,
            `needs: ${item.summarize()}, because this file has no such job`,
          );
      }
      needs.readTexts();
      if (needs.isEmpty()) needs.mark();
      continue;
    }
    const at = groups.indexOf(group);
    const earlier = groups
      .slice(0, Math.max(0, at))
      .findLast((name) => jobs.some((job) => job.group === name));
    if (earlier === undefined) continue;
    stage.dependsOn = jobs.filter((job) => job.group === earlier).map((job) => job.stage.name);
  }
}

/** Hidden jobs that no job uses. */
function skipUnusedTemplates(
  root: SourceNode,
  pipeline: ConvertedPipeline,
  conversion: Conversion,
): void {
  for (const [name, node] of root.entries) {
    if (!name.startsWith('.') || node.listUnread().every((unread) => unread.node !== node))
      continue;
    conversion.skip(pipeline, node, `${name}: ${node.summarize()}, because no job uses it`);
  }
}
