import { Document, isMap, isSeq, type Node, Scalar, visit } from 'yaml';
import {
  type Cache,
  type Combination,
  type Condition,
  type ConditionGroup,
  type ConvertedPipeline,
  conditionOrder,
  joinConditions,
  type Matrix,
  type Parameter,
  type Stage,
  type Step,
  valueOrder,
} from '../model.ts';
import { removeControls } from './escape-text.ts';

/** Writes the pipelines as YAML documents, with their comments. */
export function writePipeline({ comments, stages }: ConvertedPipeline): string {
  const documents = stages.map(writeStage);
  const head = comments.length === 0 ? '' : `${writeComments(comments)}\n`;
  if (documents.length === 0) return head;
  return `${head}${head === '' ? '' : '\n'}${documents.join('---\n')}`;
}

function writeComments(comments: readonly string[]): string {
  return comments.map((comment) => `# ${oneLine(comment)}`.trimEnd()).join('\n');
}

function oneLine(text: string): string {
  return removeControls(text).replaceAll(/\s+/g, ' ').trim();
}

function writeStage(stage: Stage): string {
  const document = new Document(stageData(stage), { version: '1.1', aliasDuplicateObjects: false });
  visit(document, { Scalar: (key, node) => void styleScalar(key, node) });
  commentItems(document.get('services'), stage.services);
  commentItems(document.get('steps'), stage.steps);
  const end = stage.lastComments.length === 0 ? '' : `${writeComments(stage.lastComments)}\n`;
  const start = stage.comments.length === 0 ? '' : `${writeComments(stage.comments)}\n`;
  return `${start}${document.toString({ lineWidth: 0, flowCollectionPadding: true })}${end}`;
}

/**
 * Backslashes are processed before the YAML is parsed, so a text with one must not have the escapes of double
 * quotes.
 */
function styleScalar(key: number | 'key' | 'value' | null, node: Scalar): void {
  if (typeof node.value !== 'string') return;
  node.value = removeControls(node.value);
  const text = node.value as string;
  if (text.includes('\n')) node.type = Scalar.BLOCK_LITERAL;
  else if (text.includes('\\') && key !== 'key') node.type = Scalar.QUOTE_SINGLE;
}

function commentItems(list: unknown, steps: readonly Step[]): void {
  if (!isSeq(list)) return;
  steps.forEach(({ comments }, index) => {
    const item = list.items[index] as Node | undefined;
    if (!isMap(item) || comments.length === 0) return;
    item.commentBefore = comments.map((comment) => ` ${oneLine(comment)}`).join('\n');
    if (index > 0) item.spaceBefore = true;
  });
}

type Data = string | number | boolean | Data[] | { [key: string]: Data };
type Entries = Record<string, Data | undefined>;

/** Leaves out entries without a value. */
function compact(entries: Entries): { [key: string]: Data } {
  const isGiven = (value: Data | undefined): value is Data =>
    value !== undefined &&
    value !== false &&
    !(typeof value === 'object' && Object.keys(value).length === 0);
  return Object.fromEntries(
    Object.entries(entries).filter((entry): entry is [string, Data] => isGiven(entry[1])),
  );
}

function stageData(stage: Stage): Data {
  return compact({
    kind: 'pipeline',
    type: stage.type,
    name: stage.name,
    platform: stage.platform,
    node: Object.fromEntries(stage.node),
    parameters: stage.parameters.map(parameterData),
    matrix: matrixData(stage.matrix),
    trigger: groupsData(stage.trigger, stage.alternatives),
    depends_on: stage.dependsOn,
    artifacts_from: stage.artifactsFrom,
    concurrency: stage.concurrency === undefined ? undefined : { limit: stage.concurrency },
    manual: stage.isManual,
    failure: stage.ignoresFailure ? 'ignore' : undefined,
    interruptible: stage.isInterruptible,
    timeout: stage.timeout,
    retry: stage.retries === undefined ? undefined : { max: stage.retries },
    clone: cloneData(stage.clone),
    workspace: stage.workspace,
    environment: Object.fromEntries(stage.environment),
    cache: stage.caches.map(cacheData),
    volumes: stage.volumes,
    services: stage.services.map(stepData),
    steps: stage.steps.map(stepData),
  });
}

function cloneData({ repositories = [], ...clone }: Stage['clone']): Data {
  return compact({ ...clone, repositories: repositories.map((each) => compact({ ...each })) });
}

function artifactsData({ artifacts, artifactRule }: Step): Data {
  const rule = compact(artifactRule);
  const hasRule = artifacts.length > 0 && Object.keys(rule).length > 0;
  return hasRule ? { paths: artifacts, ...rule } : artifacts;
}

function stepData(step: Step): Data {
  return compact({
    name: step.name,
    image: step.image,
    pull: step.pull,
    privileged: step.isPrivileged,
    user: step.user,
    working_dir: step.workingDir,
    detach: step.detach,
    failure: step.ignoresFailure ? 'ignore' : undefined,
    timeout: step.timeout,
    depends_on: step.dependsOn,
    when: groupsData(step.when, step.alternatives),
    environment: Object.fromEntries(step.environment),
    settings: Object.fromEntries(step.settings),
    entrypoint: step.entrypoint,
    command: step.command,
    commands: step.commands,
    volumes: step.volumes,
    cache: step.caches.map(cacheData),
    artifacts: artifactsData(step),
    reports: step.junit.length === 0 ? undefined : { junit: step.junit },
    summary: step.summary,
  });
}

function groupsData(common: ConditionGroup, groups: readonly ConditionGroup[]): Data {
  if (groups.length === 0) return conditionsData(common);
  return groups.map((group) => conditionsData(joinConditions(common, group)));
}

function conditionsData(conditions: ConditionGroup): Data {
  const values = valueOrder.map((kind) => [
    kind,
    compact(
      Object.fromEntries(
        Object.entries(conditions[kind] ?? {}).map(([name, each]) => [name, conditionData(each)]),
      ),
    ),
  ]);
  return compact({
    ...Object.fromEntries(conditionOrder.map((name) => [name, conditionData(conditions[name])])),
    ...Object.fromEntries(values),
  });
}

function conditionData(condition: Condition | undefined): Data | undefined {
  if (!condition) return undefined;
  const { include, exclude } = condition;
  return exclude.length === 0 ? include : compact({ include, exclude });
}

function matrixData({ axes, outputs, include, exclude }: Matrix): Data {
  const data = (combination: Combination) => Object.fromEntries(combination);
  const open = [...outputs].map(([name, { ...output }]) => [name, { from_output: output }]);
  return compact({
    ...Object.fromEntries(axes),
    ...Object.fromEntries(open),
    exclude: exclude.map(data),
    include: include.map(data),
  });
}

function cacheData({ key, restoreKeys, paths }: Cache): Data {
  return compact({ key, restore_keys: restoreKeys, paths });
}

function parameterData(parameter: Parameter): Data {
  return compact({
    name: parameter.name,
    type: parameter.type,
    description: parameter.description,
    required: parameter.isRequired,
    default: parameter.default,
    choices: parameter.choices,
  });
}
