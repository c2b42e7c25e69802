import type { Conversion } from '../conversion.ts';
import {
  type Commented,
  type Conditional,
  type ConditionGroup,
  type ConditionName,
  conditionOf,
  valueConditionOf,
} from '../model.ts';
import type { SourceNode } from '../source/source-node.ts';

const eventNames: Readonly<Record<string, readonly string[]>> = {
  push: ['push'],
  pull_request: ['pull_request'],
  tag: ['tag'],
  release: ['tag'],
  deployment: ['promote'],
  deploy: ['promote'],
  cron: ['cron'],
  manual: ['custom'],
};

/** Conditions of Woodpecker with the name of ours. */
const ownNames: Readonly<Record<string, ConditionName>> = {
  event: 'event',
  branch: 'branch',
  ref: 'ref',
  repo: 'repo',
  cron: 'cron',
  status: 'status',
  path: 'paths',
  environment: 'target',
};

/** Reads `when`: a map, or a list of alternatives. Returns the groups of a list. */
export function readWhen(
  when: SourceNode | undefined,
  target: Conditional,
  conversion: Conversion,
): ConditionGroup {
  const entries = when?.kind === 'list' ? when.items : when ? [when] : [];
  const [first = {}, ...others] = entries.map((entry) => readEntry(entry, target, conversion));
  if (others.length === 0) return first;
  target.alternatives = [first, ...others];
  return {};
}

function readEntry(entry: SourceNode, target: Commented, conversion: Conversion): ConditionGroup {
  const conditions: ConditionGroup = {};
  for (const [key, node] of entry.entries) {
    if (key === 'matrix') {
      for (const [name, value] of node.entries)
        valueConditionOf(conditions, 'matrix', name).include.push(...value.readTexts());
      continue;
    }
    const name = Object.hasOwn(ownNames, key) ? ownNames[key] : undefined;
    if (!name) {
      conversion.skip(
        target,
        node,
        `${key}: ${node.summarize()}, because no condition has its meaning`,
      );
      continue;
    }
    const condition = conditionOf(conditions, name);
    const isMap = node.kind === 'map';
    condition.include.push(
      ...readValues(isMap ? node.get('include') : node, name, target, conversion),
    );
    condition.exclude.push(
      ...readValues(isMap ? node.get('exclude') : undefined, name, target, conversion),
    );
    conversion.skipUnread(target, node, key);
    if (condition.include.length + condition.exclude.length === 0) delete conditions[name];
  }
  return conditions;
}

function readValues(
  node: SourceNode | undefined,
  name: ConditionName,
  target: Commented,
  conversion: Conversion,
): string[] {
  const items = node?.kind === 'list' ? node.items : node ? [node] : [];
  const values = items.flatMap((item) => {
    const text = item.value;
    if (name === 'event') {
      const own = Object.hasOwn(eventNames, text) ? eventNames[text] : undefined;
      if (!own) conversion.skip(target, item, `event: ${text}, because no build starts with it`);
      item.readText();
      return [...(own ?? [])];
    }
    item.readText();
    if (name === 'branch' && /^\$\{?CI_REPO_DEFAULT_BRANCH\}?$/.test(text))
      return ['main', 'master'];
    return [text];
  });
  return [...new Set(values)];
}
