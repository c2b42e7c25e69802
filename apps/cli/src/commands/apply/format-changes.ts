import { type Change, resourceOf } from './plan-changes.ts';
import type { Value } from './resource.ts';
import type { Outcome } from './run-changes.ts';

const signs = { create: '+', update: '~', replace: '±', delete: '-', unchanged: ' ' } as const;

const maxValueLength = 60;

/** Returns a line for each change, and one with their numbers. Unchanged resources are only counted. */
export function formatPlan(changes: readonly Change[]): string {
  const lines = changes.filter(({ action }) => action !== 'unchanged').map(formatChange);
  return [...lines, countChanges(changes)].join('\n');
}

/** Returns a line for each change that failed or was not tried, and one with the numbers of all. */
export function formatOutcomes(outcomes: readonly Outcome[]): string {
  const lines = outcomes.flatMap((outcome) => {
    if (outcome.result === 'done') return [];
    const name = resourceOf(outcome.change).path.join('.');
    return outcome.result === 'failed'
      ? [`failed: ${name}: ${outcome.message}`]
      : [`not tried: ${name}`];
  });
  const count = (result: Outcome['result']) =>
    outcomes.filter((outcome) => outcome.result === result).length;
  const counts = `${count('done')} done, ${count('failed')} failed, ${count('not tried')} not tried.`;
  return [...lines, lines.length > 0 ? `${counts} Run it again to continue.` : counts].join('\n');
}

/** Returns a change for programs, with its result if it was tried. */
export function toJson(change: Change, outcome?: Outcome): object {
  const { kind, path } = resourceOf(change);
  const { fields = [], secrets = [] } = 'fields' in change ? change : {};
  return {
    action: change.action,
    kind,
    path,
    fields,
    secrets,
    ...(outcome && { result: outcome.result }),
    ...(outcome?.result === 'failed' && { message: outcome.message }),
  };
}

function formatChange(change: Change): string {
  const name = `${signs[change.action]} ${resourceOf(change).path.join('.')}`;
  const details = detailsOf(change);
  return details.length > 0 ? `${name}: ${details.join(', ')}` : name;
}

function detailsOf(change: Change): string[] {
  if (!('fields' in change)) return [];
  return [
    ...change.fields.map(({ name, before, after }) =>
      before === undefined ? `${name} ${show(after)}` : `${name} ${show(before)} → ${show(after)}`,
    ),
    ...change.secrets.map((name) => `${name} is set`),
  ];
}

function countChanges(changes: readonly Change[]): string {
  const count = (...actions: Change['action'][]) =>
    changes.filter(({ action }) => actions.includes(action)).length;
  return `${count('create')} to create, ${count('update', 'replace')} to change, ${count('delete')} to delete, ${count('unchanged')} unchanged.`;
}

/** Texts of templates are shown by their size. */
function show(value: Value): string {
  if (value === null) return 'default';
  if (typeof value === 'string' && (value.includes('\n') || value.length > maxValueLength)) {
    const lines = value.replace(/\n$/, '').split('\n').length;
    return `(${lines} ${lines === 1 ? 'line' : 'lines'})`;
  }
  if (Array.isArray(value)) return `[${value.join(', ')}]`;
  return value === '' ? '""' : String(value);
}
