import type { Conversion } from '../conversion.ts';
import { globOf } from '../glob-of.ts';
import { type ConditionGroup, conditionOf, type Stage } from '../model.ts';
import type { SourceNode } from '../source/source-node.ts';

/** One comparison: references or events that it allows, or the opposite. */
interface Term {
  name: 'ref' | 'event';
  patterns: string[];
  isNegated: boolean;
}

const requests = ['refs/pull/**', 'refs/merge-requests/**'];
/** A trigger cannot name the default branch of a repository, so that the usual ones stand for it. */
const defaultBranches = ['refs/heads/main', 'refs/heads/master'];

const sources: Readonly<Record<string, Omit<Term, 'isNegated'>>> = {
  merge_request_event: { name: 'ref', patterns: requests },
  push: { name: 'event', patterns: ['push', 'tag'] },
  schedule: { name: 'event', patterns: ['cron'] },
  web: { name: 'event', patterns: ['custom'] },
  api: { name: 'event', patterns: ['custom'] },
  trigger: { name: 'event', patterns: ['custom'] },
};

const keywords: Readonly<Record<string, Omit<Term, 'isNegated'>>> = {
  branches: { name: 'ref', patterns: ['refs/heads/**'] },
  tags: { name: 'ref', patterns: ['refs/tags/**'] },
  merge_requests: { name: 'ref', patterns: requests },
  external_pull_requests: { name: 'ref', patterns: requests },
  pushes: { name: 'event', patterns: ['push', 'tag'] },
  schedules: { name: 'event', patterns: ['cron'] },
  web: { name: 'event', patterns: ['custom'] },
  api: { name: 'event', patterns: ['custom'] },
  triggers: { name: 'event', patterns: ['custom'] },
  pipelines: { name: 'event', patterns: ['custom'] },
};

/** Reads `rules`. Returns the `when` of the rules that run the job. */
export function readRules(
  items: readonly SourceNode[],
  stage: Stage,
  conversion: Conversion,
): string | undefined {
  let when: string | undefined;
  const positive: PositiveRule[] = [];
  let isForAll = false;
  for (const rule of items) {
    if (rule.kind !== 'map') continue;
    const ruleWhen = rule.get('when')?.value;
    const condition = rule.get('if');
    const changes = rule.get('changes');
    const paths = changes?.get('paths') ?? changes;
    const terms = condition ? readExpression(condition.value) : [[]];
    if (!terms) {
      conversion.skip(
        stage,
        rule,
        `the rule ${rule.summarize()}, because no condition has its meaning`,
      );
      continue;
    }
    if (ruleWhen === 'never') {
      const [alternative, ...others] = terms;
      const [term, ...rest] = alternative ?? [];
      if (term && others.length + rest.length === 0 && !changes) {
        // "never if not main" is "if main".
        addTerm(stage.trigger, { ...term, isNegated: !term.isNegated });
        readRule(rule, stage, conversion);
      } else if (!condition && !changes) {
        readRule(rule, stage, conversion);
        break;
      } else
        conversion.skip(
          stage,
          rule,
          `the rule ${rule.summarize()}, because it excludes a combination`,
        );
      continue;
    }
    if (ruleWhen !== 'on_success' && ruleWhen !== undefined) when = ruleWhen;
    if (!condition && !changes) isForAll = true;
    else positive.push({ terms, node: rule, paths: paths?.readTexts() ?? [] });
    readRule(rule, stage, conversion);
    if (isForAll) break;
  }
  if (isForAll) return when;
  addPositive(positive, stage, conversion);
  return when;
}

/** Marks the condition of a rule, and notes its other keys. */
function readRule(rule: SourceNode, stage: Stage, conversion: Conversion): void {
  rule.text('if');
  rule.text('when');
  conversion.skipUnread(stage, rule, 'rules');
}

interface PositiveRule {
  /** Alternatives of terms that all must match. */
  terms: Term[][];
  node: SourceNode;
  paths: string[];
}

/** Adds rules that run the job: as conditions if these say it, else as groups. */
function addPositive(rules: readonly PositiveRule[], stage: Stage, conversion: Conversion): void {
  const alternatives = rules.flatMap(({ terms }) => terms);
  const names = new Set(alternatives.flatMap((terms) => terms.map(({ name }) => name)));
  const isUnion =
    names.size === 1 && alternatives.every((terms) => terms.length === 1 && !terms[0]?.isNegated);
  const paths = new Set(rules.map((rule) => rule.paths.join('\n')));
  if (paths.size <= 1 && (alternatives.length <= 1 || isUnion)) {
    for (const term of alternatives.flat()) addTerm(stage.trigger, term);
    const [first] = rules;
    if (first && first.paths.length > 0)
      conditionOf(stage.trigger, 'paths').include.push(...first.paths);
    return;
  }
  for (const { terms, node, paths } of rules) {
    const groups = terms.map((all) => groupOf(all, paths, stage.trigger));
    if (groups.includes(undefined)) {
      const reason = 'because a group has one list for each condition';
      conversion.skip(stage, node, `the rule ${node.summarize()}, ${reason}`);
    } else stage.alternatives.push(...groups.filter((group) => group !== undefined));
  }
}

/** Returns terms as a group; undefined if two of them, or a common one, include values of the same name. */
function groupOf(
  terms: readonly Term[],
  paths: readonly string[],
  common: ConditionGroup,
): ConditionGroup | undefined {
  const group: ConditionGroup = {};
  for (const term of terms) {
    const included = [group, common].flatMap((each) => each[term.name]?.include ?? []);
    if (!term.isNegated && included.length > 0) return undefined;
    addTerm(group, term);
  }
  if (paths.length > 0) conditionOf(group, 'paths').include.push(...paths);
  return group;
}

function addTerm(conditions: ConditionGroup, { name, patterns, isNegated }: Term): void {
  const list = conditionOf(conditions, name)[isNegated ? 'exclude' : 'include'];
  list.push(...patterns.filter((pattern) => !list.includes(pattern)));
}

/** Reads an expression as alternatives of terms that all must match; undefined if it has another term. */
function readExpression(text: string): Term[][] | undefined {
  const alternatives: Term[][] = [];
  for (const alternative of text.replaceAll(/^\s*\(([^()]*)\)\s*$/g, '$1').split('||')) {
    const terms: Term[] = [];
    for (const part of alternative.split('&&')) {
      const term = readTerm(part.trim());
      if (!term) return undefined;
      terms.push(term);
    }
    alternatives.push(terms);
  }
  return alternatives;
}

function readTerm(text: string): Term | undefined {
  const match = /^\$(\w+)(?:\s*(==|!=|=~|!~)\s*(.+))?$/.exec(text);
  if (!match) return undefined;
  const [, name = '', operator, right = ''] = match;
  const isNegated = operator?.startsWith('!') ?? false;
  const value = /^["'](.*)["']$/.exec(right)?.[1];
  if (name === 'CI_PIPELINE_SOURCE') {
    const source =
      value !== undefined && Object.hasOwn(sources, value) ? sources[value] : undefined;
    return source && { ...source, isNegated };
  }
  if (/^CI_MERGE_REQUEST_I?ID$/.test(name) && operator === undefined) {
    return { name: 'ref', patterns: requests, isNegated };
  }
  const prefix =
    name === 'CI_COMMIT_BRANCH' || name === 'CI_COMMIT_REF_NAME'
      ? 'refs/heads/'
      : name === 'CI_COMMIT_TAG'
        ? 'refs/tags/'
        : undefined;
  if (prefix === undefined) return undefined;
  const patterns = readPatterns(prefix, operator, right, value);
  const isAbsent = right === 'null';
  return patterns && { name: 'ref', patterns, isNegated: isAbsent ? operator === '==' : isNegated };
}

function readPatterns(
  prefix: string,
  operator: string | undefined,
  right: string,
  value: string | undefined,
): string[] | undefined {
  if (operator === undefined || right === 'null') return [`${prefix}**`];
  if (right === '$CI_DEFAULT_BRANCH') return prefix === 'refs/heads/' ? defaultBranches : undefined;
  if (operator.endsWith('~')) {
    const glob = globOf(right);
    return glob?.map((pattern) => `${prefix}${pattern}`);
  }
  return value === undefined || /[*?[\]{}\\]/.test(value) ? undefined : [`${prefix}${value}`];
}

/** Reads `only` and `except`. */
export function readOnlyExcept(job: SourceNode, stage: Stage, conversion: Conversion): void {
  for (const key of ['only', 'except'] as const) {
    const node = job.get(key);
    if (!node) continue;
    const refs = node.kind === 'map' ? node.get('refs') : node;
    for (const item of refs?.kind === 'list' ? refs.items : refs ? [refs] : []) {
      const term = readKeyword(item.value);
      if (!term || item.kind !== 'text')
        conversion.skip(
          stage,
          item,
          `${key}: ${item.summarize()}, because no condition has its meaning`,
        );
      else {
        item.readText();
        addTerm(stage.trigger, { ...term, isNegated: key === 'except' });
      }
    }
    const changes = node.get('changes')?.readTexts() ?? [];
    if (changes.length > 0) {
      conditionOf(stage.trigger, 'paths')[key === 'only' ? 'include' : 'exclude'].push(...changes);
    }
    conversion.skipUnread(stage, node, key);
  }
  const { ref, event } = stage.trigger;
  if (job.get('only') && ref?.include.length && event?.include.length) {
    // Each entry of a list is an alternative there; conditions of ours must all match.
    conversion.remark(
      stage,
      job.get('only') ?? job,
      `Not converted: the events ${event.include.join(', ')} of "only", beside its references`,
    );
    event.include = [];
    if (event.exclude.length === 0) delete stage.trigger.event;
  }
}

function readKeyword(text: string): Term | undefined {
  const keyword = Object.hasOwn(keywords, text) ? keywords[text] : undefined;
  if (keyword) return { ...keyword, isNegated: false };
  if (/^\/.*\/i?$/.test(text)) {
    const glob = globOf(text);
    return (
      glob && {
        name: 'ref',
        patterns: glob.flatMap((pattern) => [`refs/heads/${pattern}`, `refs/tags/${pattern}`]),
        isNegated: false,
      }
    );
  }
  if (/[*?[\]{}@$]/.test(text)) return undefined;
  return { name: 'ref', patterns: [`refs/heads/${text}`], isNegated: false };
}
