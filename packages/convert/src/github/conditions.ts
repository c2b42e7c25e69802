import type { Conversion } from '../conversion.ts';
import {
  type Commented,
  type ConditionGroup,
  type ConditionName,
  conditionOf,
  type ValueKind,
  valueConditionOf,
} from '../model.ts';
import { variableName } from '../names.ts';
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
  name: ConditionName | ValueKind;
  /** Name of the value, for a kind of values. */
  of?: string;
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
    if (term?.name !== first.name || term.of !== first.of) return undefined;
    if (!term.include || !first.include) return undefined;
    include.push(...term.include);
  }
  return rest.length === 0 ? first : { ...first, include };
}

function addTerm(conditions: ConditionGroup, term: Term): boolean {
  const { include = [], exclude = [] } = term;
  if (include.length + exclude.length === 0) return true;
  const given = findCondition(conditions, term)?.include ?? [];
  const both = given.length === 0 || include.length === 0 ? include : intersect(given, include);
  if (both.length === 0 && include.length > 0) return false;
  const { name, of } = term;
  const condition = isValueKind(name)
    ? valueConditionOf(conditions, name, of ?? '')
    : conditionOf(conditions, name);
  if (include.length > 0) condition.include = [...new Set(both)];
  condition.exclude.push(...exclude);
  return true;
}

function findCondition(conditions: ConditionGroup, { name, of = '' }: Term) {
  return isValueKind(name) ? conditions[name]?.[of] : conditions[name];
}

function isValueKind(name: Term['name']): name is ValueKind {
  return valueKinds.has(name);
}

const valueKinds: ReadonlySet<string> = new Set(['matrix', 'parameters', 'outputs']);

const comparedNames: Readonly<Record<string, ConditionName>> = {
  'github.ref': 'ref',
  'github.ref_name': 'branch',
  'github.base_ref': 'branch',
  'github.repository': 'repo',
  'github.head_ref': 'source_branch',
  'github.actor': 'sender',
  'github.triggering_actor': 'sender',
  'github.event.action': 'action',
};

/** Values that are not true in an expression. */
const falseValues = ['', 'false', '0'];

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
    case 'github.event.pull_request.head.repo.full_name==github.repository':
    case '!github.event.pull_request.head.repo.fork':
      return { name: 'fork', include: ['false'] };
    case 'github.event.pull_request.head.repo.full_name!=github.repository':
    case 'github.event.pull_request.head.repo.fork':
      return { name: 'fork', include: ['true'] };
    // Steps in containers run on Linux.
    case "runner.os=='Linux'":
    case "runner.os!='Windows'":
    case "runner.os!='macOS'":
      return { name: 'status' };
  }
  const compared = /^([\w.-]+)\s*([=!]=)\s*'([^'*?[\]{}]*)'$/.exec(term);
  if (compared) {
    const [, subject = '', operator, value = ''] = compared;
    const key = operator === '==' ? 'include' : 'exclude';
    if (subject === 'github.event_name') {
      const names = events[value];
      return names?.length ? { name: 'event', [key]: [...names] } : undefined;
    }
    if (subject === 'github.repository_owner') return { name: 'repo', [key]: [`${value}/*`] };
    const compare = comparedValue(subject);
    return compare && { ...compare, [key]: [value] };
  }
  const start = /^(!?)\s*startsWith\(\s*([\w.-]+)\s*,\s*'([^'*?[\]{}]*)'\s*\)$/.exec(term);
  if (start) {
    const [, not, subject = '', value = ''] = start;
    const compare = comparedValue(subject);
    const patterns = value.endsWith('/') ? [`${value}**`] : [`${value}*`, `${value}*/**`];
    return compare && { ...compare, [not ? 'exclude' : 'include']: patterns };
  }
  const [, not, subject = ''] = /^(!?)\s*([\w.-]+)$/.exec(term) ?? [];
  const flag = comparedValue(subject);
  if (!flag?.of) return undefined;
  return { ...flag, [not ? 'include' : 'exclude']: [...falseValues] };
}

function comparedValue(subject: string): Pick<Term, 'name' | 'of'> | undefined {
  const name = comparedNames[subject];
  if (name) return { name };
  const value = /^(?:(matrix)|inputs|github\.event\.inputs)\.([\w.-]+)$/.exec(subject);
  if (value) {
    const [, ofMatrix, of = ''] = value;
    return { name: ofMatrix ? 'matrix' : 'parameters', of: variableName(of) };
  }
  const output = /^steps\.[\w-]+\.outputs\.([A-Za-z_]\w*)$/.exec(subject)?.[1];
  return output === undefined ? undefined : { name: 'outputs', of: output };
}

/** Returns the patterns that match what both lists match. */
function intersect(first: readonly string[], second: readonly string[]): string[] {
  const covers = (wide: string, narrow: string) =>
    wide === narrow || (wide.endsWith('**') && narrow.startsWith(wide.slice(0, -2)));
  return first.flatMap((one) =>
    second.flatMap((other) => (covers(one, other) ? [other] : covers(other, one) ? [one] : [])),
  );
}
