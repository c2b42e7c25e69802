import type { Conversion } from '../conversion.ts';
import type { Combination, ConvertedPipeline, Stage } from '../model.ts';
import { reservedNames, uniqueName } from '../names.ts';
import type { SourceNode } from '../source/source-node.ts';
import { readWhen } from './conditions.ts';
import { readStep } from './read-step.ts';

/** Converts a file of Woodpecker, which has one workflow. */
export function readWoodpecker(
  root: SourceNode,
  conversion: Conversion,
  path = '',
): ConvertedPipeline {
  const stage = conversion.createStage(nameOf(path));
  // Holds anchors alone.
  root.get('variables')?.mark();
  stage.trigger = readWhen(root.get('when'), stage, conversion);
  const branches = root.get('branches');
  if (branches) {
    const isMap = branches.kind === 'map';
    stage.trigger.branch = {
      include: isMap ? branches.texts('include') : branches.readTexts(),
      exclude: isMap ? branches.texts('exclude') : [],
    };
  }
  readMatrix(root.get('matrix'), stage);
  readPlatform(root, stage, conversion);
  readClone(root, stage, conversion);
  const workspace = root.get('workspace');
  if (workspace)
    stage.workspace = {
      base: workspace.text('base') ?? '/drone',
      path: workspace.text('path') ?? 'src',
    };
  for (const [name, value] of root.get('labels')?.entries ?? []) {
    stage.node.set(name, value.readText() ?? '');
  }
  readDependencies(root, stage, conversion);
  const used = new Set(reservedNames);
  for (const [name, node] of listSteps(root.get('services'))) {
    stage.services.push(readStep(node, uniqueName(name, used), { stage, conversion }));
  }
  for (const [name, node] of listSteps(root.first('steps', 'pipeline'))) {
    conversion.findStep();
    conversion.steps.carried++;
    stage.steps.push(readStep(node, uniqueName(name, used), { stage, conversion }));
  }
  conversion.skipUnread(stage, root);
  return { comments: [], stages: [stage] };
}

function nameOf(path: string): string {
  const file = path.split(/[\\/]/).at(-1) ?? '';
  return file.replace(/\.ya?ml$/, '').replace(/^\.woodpecker$/, '') || 'default';
}

/** Steps and services are a list, or a map by name. */
function listSteps(node: SourceNode | undefined): [string, SourceNode][] {
  if (node?.kind === 'map') return [...node.entries];
  return (node?.items ?? []).map((item, index) => [item.text('name') ?? `step-${index + 1}`, item]);
}

function readMatrix(matrix: SourceNode | undefined, { matrix: own }: Stage): void {
  for (const [name, values] of matrix?.entries ?? []) {
    if (name !== 'include') own.axes.set(name, values.readTexts());
    else {
      for (const item of values.items) {
        const combination: Combination = new Map();
        for (const [key, value] of item.entries) combination.set(key, value.readText() ?? '');
        own.include.push(combination);
      }
    }
  }
}

function readPlatform(root: SourceNode, stage: Stage, conversion: Conversion): void {
  const platform = root.get('platform') ?? root.get('labels')?.get('platform');
  const [os, arch] = platform?.value.split('/') ?? [];
  if (platform && os && arch && !platform.value.includes('$')) {
    platform.readText();
    stage.platform = { os, arch };
    root.get('labels')?.entries.delete('platform');
  } else if (platform)
    conversion.skip(
      stage,
      platform,
      `platform: ${platform.summarize()}, because it is no system and processor`,
    );
}

function readClone(root: SourceNode, stage: Stage, conversion: Conversion): void {
  if (root.text('skip_clone') === 'true') stage.clone = { disable: true };
  const clone = root.get('clone');
  for (const [, step] of listSteps(clone)) {
    const settings = step.get('settings');
    const depth = Number(settings?.get('depth')?.value ?? step.get('depth')?.value);
    if (depth > 0) {
      stage.clone = { depth };
      settings?.text('depth');
      step.text('depth');
    }
    step.text('image');
    for (const { path, node } of step.listUnread()) {
      conversion.skip(
        stage,
        node,
        `clone: ${path}: ${node.summarize()}, because the runner clones with git itself`,
      );
    }
  }
}

function readDependencies(root: SourceNode, stage: Stage, conversion: Conversion): void {
  conversion.skipKey(
    stage,
    root,
    'depends_on',
    'these workflows are in other files; add it again when all files are in one folder of pipeline files',
  );
  const runsOn = root.get('runs_on');
  if (!runsOn) return;
  const statuses = runsOn.readTexts();
  if (statuses.length > 0) stage.trigger.status = { include: statuses, exclude: [] };
}
