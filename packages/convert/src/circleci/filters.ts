import type { Conversion } from '../conversion.ts';
import { globOf } from '../glob-of.ts';
import { type Condition, conditionOf, type Stage } from '../model.ts';
import type { SourceNode } from '../source/source-node.ts';

/** Reads `filters`. Without them, CircleCI runs a job for all branches and no tags. */
export function readFilters(
  filters: SourceNode | undefined,
  stage: Stage,
  conversion: Conversion,
): void {
  const branches = readPatterns(filters?.get('branches'), stage, conversion);
  const tags = readPatterns(filters?.get('tags'), stage, conversion);
  const hasTags = tags.include.length + tags.exclude.length > 0;
  const isForBranches = !branches.exclude.includes('**');
  const event = conditionOf(stage.trigger, 'event');
  if (isForBranches)
    event.include.push('push', ...(branches.include.length === 0 ? ['pull_request'] : []));
  if (hasTags) event.include.push('tag');
  if (!hasTags) {
    if (branches.include.length + branches.exclude.length > 0) stage.trigger.branch = branches;
    return;
  }
  const isForAll =
    branches.include.length + branches.exclude.length === 0 && tags.include.join() === '**';
  if (isForAll) return;
  const ref = conditionOf(stage.trigger, 'ref');
  const add = (prefix: string, { include, exclude }: Condition) => {
    ref.include.push(
      ...(include.length > 0 ? include : ['**']).map((pattern) => `${prefix}${pattern}`),
    );
    ref.exclude.push(...exclude.map((pattern) => `${prefix}${pattern}`));
  };
  add('refs/tags/', tags);
  if (!isForBranches) return;
  add('refs/heads/', branches);
  if (branches.include.length === 0) ref.include.push('refs/pull/**');
}

function readPatterns(
  node: SourceNode | undefined,
  stage: Stage,
  conversion: Conversion,
): Condition {
  const condition: Condition = { include: [], exclude: [] };
  for (const [key, list] of [
    ['only', condition.include],
    ['ignore', condition.exclude],
  ] as const) {
    const value = node?.get(key);
    for (const item of value?.kind === 'list' ? value.items : value ? [value] : []) {
      const text = item.value;
      const patterns =
        text === '/.*/' ? ['**'] : text.startsWith('/') ? globOf(anchored(text)) : [text];
      if (patterns) {
        item.readText();
        list.push(...patterns);
      } else
        conversion.skip(
          stage,
          item,
          `the filter ${key}: ${item.summarize()}, because patterns are no regular expressions`,
        );
    }
  }
  return condition;
}

/** A regular expression of CircleCI matches the whole name. */
function anchored(text: string): string {
  const body = text.slice(1, -1).replace(/^\^/, '').replace(/\$$/, '');
  return `/^${body}$/`;
}
