import type { Condition, ConditionGroup, ConditionName } from './conditions.ts';
import { maxCheckedLength } from './shape/condition-shape.ts';
import { openBracket, regularExpression, uselessPatterns } from './shape/text-patterns.ts';
import { buildEvents } from './vocabulary.ts';
import type { Field, YamlReader } from './yaml/yaml-reader.ts';

/** Tags have versions in their names, with few exceptions. */
const nameOfBranch = /^[^v*\d][^\d]*$/;

/** Warns about patterns that match nothing. */
export function warnUselessPatterns(
  reader: YamlReader,
  field: Field,
  name: ConditionName,
  { include, exclude }: Condition,
): void {
  for (const pattern of [...include, ...exclude]) {
    // Only a short pattern is searched: the expressions take quadratic time.
    if (pattern.length > maxCheckedLength || pattern.includes('${')) continue;
    const fault = faultOf(pattern, name);
    if (fault) reader.report('warning', field, `"${pattern}" in ${name} ${fault}`);
  }
}

function faultOf(pattern: string, name: ConditionName): string | undefined {
  if (pattern.startsWith('!')) {
    const rest = pattern.slice(1);
    return `matches nothing: a pattern has no "!"; write "${name}: { exclude: [${rest}] }"`;
  }
  if (regularExpression.test(pattern)) {
    const glob = globFor(pattern);
    const hint = glob ? `; write "${glob}"` : ', in which * stands for any text';
    return `is a regular expression, and conditions are patterns${hint}`;
  }
  if (openBracket.test(pattern)) return 'matches nothing: a "]" is missing after "["';
  if (!(name in uselessPatterns)) return undefined;
  if (!uselessPatterns[name as keyof typeof uselessPatterns].test(pattern)) return undefined;
  if (name === 'ref') {
    return `matches nothing: a reference begins with refs/; write "refs/heads/${pattern}"`;
  }
  if (name === 'repo') {
    return `matches nothing: a repository is NAMESPACE/${pattern}`;
  }
  if (name === 'cron') {
    return 'matches nothing: it is the name of a cron job of the repository, which has the schedule';
  }
  const relative = pattern.replace(/^\.?\/+/, '');
  if (relative !== pattern) return `matches nothing: paths begin without "/"; write "${relative}"`;
  return `matches no file; write "${pattern}**"`;
}

/** Translates a simple regular expression. */
function globFor(expression: string): string | undefined {
  const glob = expression
    .replace(/^\/?\^?/, '')
    .replace(/\$?\/?$/, '')
    .replace(/\(?(?:\.[*+]|\\d\+|\\w\+)\)?/g, '*')
    .replace(/\\([./-])/g, '$1');
  return /^[\w./*-]+$/.test(glob) ? glob : undefined;
}

/** Conditions that only builds of some events can match. */
const eventsOf: Partial<Record<ConditionName, readonly string[]>> = {
  target: ['promote', 'rollback', 'cron', 'custom'],
  action: ['pull_request', 'custom'],
  cron: ['cron', 'custom'],
};

/** Warns about conditions that match nothing together. */
export function warnContradictions(
  reader: YamlReader,
  fields: ReadonlyMap<string, Field>,
  conditions: ConditionGroup,
): void {
  const events = conditions.event?.include ?? [];
  warnBranchOfTag(reader, fields, conditions);
  if (events.length === 0 || events.some((event) => !isEvent(event))) return;
  for (const [name, possible = []] of Object.entries(eventsOf)) {
    const field = fields.get(name);
    const patterns = conditions[name as ConditionName]?.include ?? [];
    const isForAny = patterns.every((pattern) => /^\*+$/.test(pattern));
    if (!field || isForAny || events.some((event) => possible.includes(event))) continue;
    const message = `builds with the event ${events.join(' or ')} have no ${name}, so this matches nothing`;
    reader.report('warning', field, message);
  }
}

/** The branch of a tag is the name of the tag. */
function warnBranchOfTag(
  reader: YamlReader,
  fields: ReadonlyMap<string, Field>,
  { branch, event }: ConditionGroup,
): void {
  const field = fields.get('branch');
  const isOfTag = event?.include.every((each) => each === 'tag') && event.include.length > 0;
  const areBranches = branch?.include.every((pattern) => nameOfBranch.test(pattern));
  if (!field || !isOfTag || !areBranches || branch?.include.length === 0) return;
  const message =
    'with the event tag, branch is the name of the tag; write a condition on "ref" instead';
  reader.report('warning', field, message);
}

function isEvent(text: string): boolean {
  const events: readonly string[] = buildEvents;
  return events.includes(text);
}
