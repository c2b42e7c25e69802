import type { Conversion } from '../conversion.ts';
import { type Commented, type ConditionGroup, type ConditionName, conditionOf } from '../model.ts';
import type { SourceNode } from '../source/source-node.ts';

/** Events of ours for those of GitHub. A pushed tag is an event of its own. */
export const events: Readonly<Record<string, readonly string[]>> = {
  push: ['push', 'tag'],
  pull_request: ['pull_request'],
  pull_request_target: ['pull_request'],
  merge_group: [],
  schedule: ['cron'],
  workflow_dispatch: ['custom'],
  release: ['tag'],
  create: ['tag'],
};

interface Term {
  name: ConditionName;
  include?: string[];
  exclude?: string[];
}

/** Reads an `if`. A part without an equivalent becomes a comment. */
export function readIf(
  node: SourceNode | undefined,
  conditions: ConditionGroup,
  target: Commented,
  conversion: Conversion,
): void {
  const text = node?.readText();
  if (node === undefined || text === undefined) return;
  const expression = text.replace(/^\s*\$\{\{([\s\S]*)\}\}\s*$/, '$1').trim();
  for (const part of expression.split('&&')) {
    const terms = part.split('||').map((term) => readTerm(stripParentheses(term.trim())));
    const merged = mergeTerms(terms);
    if (!merged || !addTerm(conditions, merged)) {
      conversion.skip(target, node, `the condition "${part.trim()}", so it does not limit this`);
    }
  }
}

function stripParentheses(text: string): string {
  return /^\([^()]*\)$/.test(text) ? text.slice(1, -1).trim() : text;
}

/** Returns what alternatives of one condition have in common. */
function mergeTerms(terms: (Term | undefined)[]): Term | undefined {
  const [first, ...rest] = terms;
  if (!first) return undefined;
  const include = [...(first.include ?? [])];
  for (const term of rest) {
    if (term?.name !== first.name || !term.include || !first.include) return undefined;
    include.push(...term.include);
  }
  return rest.length === 0 ? first : { name: first.name, include };
}

function addTerm(conditions: ConditionGroup, { name, include = [], exclude = [] }: Term): boolean {
  if (include.length + exclude.length === 0) return true;
  const given = conditions[name]?.include ?? [];
  const both = given.length === 0 || include.length === 0 ? include : intersect(given, include);
  if (both.length === 0 && include.length > 0) return false;
  const condition = conditionOf(conditions, name);
  if (include.length > 0) condition.include = [...new Set(both)];
  condition.exclude.push(...exclude);
  return true;
}

const comparedNames: Readonly<Record<string, ConditionName>> = {
  'github.ref': 'ref',
  'github.ref_name': 'branch',
  'github.base_ref': 'branch',
  'github.repository': 'repo',
};

function readTerm(term: string): Term | undefined {
  switch (term.replaceAll(/\s/g, '')) {
    case '':
    case 'success()':
    case 'true':
      return { name: 'status' };
    case 'failure()':
      return { name: 'status', include: ['failure'] };
    case 'always()':
    case '!cancelled()':
      return { name: 'status', include: ['success', 'failure'] };
    case "github.ref_type=='tag'":
      return { name: 'event', include: ['tag'] };
  }
  const compared = /^([\w.]+)\s*([=!]=)\s*'([^'*?[\]{}]*)'$/.exec(term);
  if (compared) {
    const [, subject = '', operator, value = ''] = compared;
    const key = operator === '==' ? 'include' : 'exclude';
    if (subject === 'github.event_name') {
      const names = events[value];
      return names?.length ? { name: 'event', [key]: [...names] } : undefined;
    }
    const name = comparedNames[subject];
    return name && { name, [key]: [value] };
  }
  const start = /^(!?)\s*startsWith\(\s*github\.ref(_name)?\s*,\s*'([^'*?[\]{}]*)'\s*\)$/.exec(
    term,
  );
  if (start) {
    const [, not, ofName, value = ''] = start;
    const name = ofName ? 'branch' : 'ref';
    const patterns = value.endsWith('/') ? [`${value}**`] : [`${value}*`, `${value}*/**`];
    return { name, [not ? 'exclude' : 'include']: patterns };
  }
  return undefined;
}

/** Returns the patterns that match what both lists match. */
function intersect(first: readonly string[], second: readonly string[]): string[] {
  const covers = (wide: string, narrow: string) =>
    wide === narrow || (wide.endsWith('**') && narrow.startsWith(wide.slice(0, -2)));
  return first.flatMap((one) =>
    second.flatMap((other) => (covers(one, other) ? [other] : covers(other, one) ? [one] : [])),
  );
}
