import type { Conversion } from '../conversion.ts';
import {
  type Commented,
  type Condition,
  type ConditionName,
  type Conditions,
  conditionOf,
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

/** Reads `when`: a map, or a list of alternatives. */
export function readWhen(
  when: SourceNode | undefined,
  conditions: Conditions,
  target: Commented,
  conversion: Conversion,
): void {
  if (!when) return;
  const entries = when.kind === 'list' ? when.items : [when];
  const alternatives = entries.map((entry) => readEntry(entry, target, conversion));
  const [first, ...others] = alternatives;
  if (!first) return;
  if (others.length === 0) Object.assign(conditions, first);
  else if (!addAlternatives(alternatives, conditions, target)) {
    for (const entry of entries) {
      conversion.skip(
        target,
        entry,
        `the condition ${entry.summarize()}, because alternatives of several conditions do not exist`,
      );
    }
  }
}

function readEntry(entry: SourceNode, target: Commented, conversion: Conversion): Conditions {
  const conditions: Conditions = {};
  for (const [key, node] of entry.entries) {
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

/** Adds what alternatives have in common: one condition, or events that references can express. */
function addAlternatives(
  alternatives: readonly Conditions[],
  conditions: Conditions,
  target: Commented,
): boolean {
  if (alternatives.some((entry) => Object.values(entry).some(({ exclude }) => exclude.length > 0)))
    return false;
  const names = new Set(alternatives.flatMap((entry) => Object.keys(entry)));
  const [only] = [...names] as ConditionName[];
  if (only && names.size === 1 && alternatives.every((entry) => entry[only])) {
    conditions[only] = union(alternatives, only);
    return true;
  }
  const branches = alternatives.flatMap(({ branch }) => (branch ? [branch.include] : []));
  // References of branches cannot tell events apart, so that all alternatives have the same branches.
  if (new Set(branches.map((list) => list.join('\n'))).size > 1) return false;
  const refs = alternatives.map((entry) => referencesOf(entry, branches[0] ?? ['**']));
  if (refs.includes(undefined)) return false;
  conditions.event = union(alternatives, 'event');
  conditions.ref = { include: [...new Set(refs.flatMap((list) => list ?? []))], exclude: [] };
  if (branches.length > 0 && branches.length < alternatives.length) {
    target.comments.push('The branches of one alternative limit the builds of the others too.');
  }
  return true;
}

function union(alternatives: readonly Conditions[], name: ConditionName): Condition {
  return {
    include: [...new Set(alternatives.flatMap((entry) => entry[name]?.include ?? []))],
    exclude: [],
  };
}

/** Returns the references of events and branches; undefined if there are other conditions. */
function referencesOf(
  { event, branch, ref, ...others }: Conditions,
  branches: readonly string[],
): string[] | undefined {
  if (!event || Object.keys(others).length > 0) return undefined;
  if (branch && event.include.includes('pull_request')) return undefined;
  return event.include.flatMap((name) => {
    if (ref) return ref.include;
    if (name === 'tag') return ['refs/tags/**'];
    if (name === 'pull_request') return ['refs/pull/**', 'refs/merge-requests/**'];
    return branches.map((pattern) => `refs/heads/${pattern}`);
  });
}
