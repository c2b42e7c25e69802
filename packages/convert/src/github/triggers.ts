import type { Conversion } from '../conversion.ts';
import {
  type Commented,
  type Condition,
  type ConditionGroup,
  conditionOf,
  type Parameter,
} from '../model.ts';
import { variableName } from '../names.ts';
import { SourceNode } from '../source/source-node.ts';
import { events } from './conditions.ts';

export interface Triggers {
  conditions: ConditionGroup;
  parameters: Parameter[];
}

/** Reads `on`. */
export function readTriggers(
  on: SourceNode | undefined,
  target: Commented,
  conversion: Conversion,
): Triggers {
  const conditions: ConditionGroup = {};
  const parameters: Parameter[] = [];
  if (!on) return { conditions, parameters };
  const given = listEvents(on);
  const names = new Set<string>();
  for (const [name, node] of given) {
    const own = events[name];
    if (!own?.length) {
      conversion.skip(target, node, `the event ${name}, because no build starts with it`);
      continue;
    }
    for (const event of eventsOf(name, node, own)) names.add(event);
    if (name === 'schedule') remarkSchedules(node, target, conversion);
    if (name === 'release' || name === 'create') {
      conversion.remark(target, node, `The event ${name} is converted to builds of tags.`);
      node.get('types')?.mark();
    }
    if (name === 'workflow_dispatch') parameters.push(...readInputs(node));
    node.get('types')?.readTexts();
    if (node.isEmpty()) node.readText();
  }
  if (names.size === 0) {
    names.add('custom');
    conversion.remark(target, on, 'This pipeline runs when a person starts a build.');
  }
  conditionOf(conditions, 'event').include.push(...names);
  readRefs(given, conditions, target, conversion);
  if ((conditions.branch ?? conditions.ref) && (names.has('cron') || names.has('custom'))) {
    conversion.remark(
      target,
      on,
      'Builds of cron jobs and people are limited to the branches of pushes too.',
    );
  }
  readPaths(given, conditions, target, conversion);
  return { conditions, parameters };
}

function listEvents(on: SourceNode): Map<string, SourceNode> {
  if (on.kind === 'map') return on.entries;
  const names = on.readTexts();
  return new Map(names.map((name) => [name, new SourceNode('map', on.line)]));
}

/** A push to GitHub has branches and tags, unless it is limited to one of them. */
function eventsOf(name: string, node: SourceNode, own: readonly string[]): readonly string[] {
  if (name !== 'push') return own;
  const hasBranches = node.first('branches', 'branches-ignore') !== undefined;
  const hasTags = node.first('tags', 'tags-ignore') !== undefined;
  if (hasBranches === hasTags) return own;
  return hasBranches ? ['push'] : ['tag'];
}

function remarkSchedules(node: SourceNode, target: Commented, conversion: Conversion): void {
  for (const item of node.items) {
    const zone = item.text('timezone');
    const expression = `${zone ? `TZ=${zone} ` : ''}${item.text('cron') ?? ''}`;
    conversion.remark(
      target,
      item,
      `Create a cron job with the expression "${expression}" in the settings of the repository.`,
    );
  }
}

/** Reads `branches` and `tags` with those to ignore. */
function patternsOf(node: SourceNode | undefined, key: string): Condition {
  const patterns = node?.texts(key) ?? [];
  const ignored = node?.texts(`${key}-ignore`) ?? [];
  return {
    include: patterns.filter((pattern) => !pattern.startsWith('!')),
    exclude: [
      ...ignored,
      ...patterns.filter((text) => text.startsWith('!')).map((text) => text.slice(1)),
    ],
  };
}

function isGiven({ include, exclude }: Condition): boolean {
  return include.length + exclude.length > 0;
}

/** Branches of a push and of a pull request differ often, so that both become references. */
function readRefs(
  given: ReadonlyMap<string, SourceNode>,
  conditions: ConditionGroup,
  target: Commented,
  conversion: Conversion,
): void {
  const push = given.get('push');
  const pullNode = given.get('pull_request') ?? given.get('pull_request_target');
  const branches = patternsOf(push, 'branches');
  const tags = patternsOf(push, 'tags');
  const pulls = patternsOf(pullNode, 'branches');
  if (
    !isGiven(tags) &&
    (!pullNode || !push || JSON.stringify(branches) === JSON.stringify(pulls))
  ) {
    const condition = push ? branches : pulls;
    if (isGiven(condition)) conditions.branch = condition;
    return;
  }
  if (isGiven(pulls) && pullNode) {
    const branchesNode = pullNode.first('branches', 'branches-ignore') ?? pullNode;
    conversion.skip(
      target,
      branchesNode,
      'the target branches of pull requests, because pushes have others',
    );
  }
  if (!isGiven(branches) && !isGiven(tags)) return;
  const ref = conditionOf(conditions, 'ref');
  const add = (prefix: string, { include, exclude }: Condition, isWanted: boolean) => {
    if (!isWanted) return;
    const all = include.length > 0 ? include : ['**'];
    ref.include.push(...all.map((pattern) => `refs/${prefix}/${pattern}`));
    ref.exclude.push(...exclude.map((pattern) => `refs/${prefix}/${pattern}`));
  };
  const needsBranches =
    isGiven(branches) || given.has('schedule') || given.has('workflow_dispatch');
  add('heads', branches, needsBranches);
  add('tags', tags, isGiven(tags) || given.has('release'));
  if (pullNode) ref.include.push('refs/pull/**');
}

function readPaths(
  given: ReadonlyMap<string, SourceNode>,
  conditions: ConditionGroup,
  target: Commented,
  conversion: Conversion,
): void {
  const nodes = [...given.values()].filter((node) => node.first('paths', 'paths-ignore'));
  const [first] = nodes;
  if (!first) return;
  const paths = patternsOf(first, 'paths');
  conditions.paths = paths;
  for (const node of nodes.slice(1)) {
    if (JSON.stringify(patternsOf(node, 'paths')) !== JSON.stringify(paths)) {
      const other = node.first('paths', 'paths-ignore') ?? node;
      conversion.skip(target, other, 'these paths, because another event has other ones');
    }
  }
}

const parameterTypes: Readonly<Record<string, string>> = {
  choice: 'choice',
  boolean: 'boolean',
  number: 'number',
};

function readInputs(node: SourceNode): Parameter[] {
  return [...(node.get('inputs')?.entries ?? [])].map(([name, input]) => {
    if (input.isEmpty()) input.mark();
    return {
      name: variableName(name),
      type: parameterTypes[input.text('type') ?? ''],
      description: input.text('description'),
      default: input.text('default') || undefined,
      choices: input.texts('options'),
      isRequired: input.text('required') === 'true',
    };
  });
}
