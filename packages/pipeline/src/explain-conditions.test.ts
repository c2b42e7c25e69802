import { expect, it } from 'vitest';
import type { ConditionFacts, ConditionGroup } from './conditions.ts';
import { explainConditions } from './explain-conditions.ts';

const facts: ConditionFacts = { event: 'push', branch: 'main', paths: ['a.md'] };
const any = (...include: string[]) => ({ include, exclude: [] });
const not = (...exclude: string[]) => ({ include: [], exclude });

it.each<[ConditionGroup, string | undefined]>([
  [{}, undefined],
  [{ event: any('push') }, undefined],
  [{ status: any('failure') }, undefined],
  [{ event: any('tag') }, 'event is "push", not "tag"'],
  [{ event: any('tag', 'cron') }, 'event is "push", not "tag" or "cron"'],
  [{ event: any('push'), branch: not('ma*') }, 'branch "main" is excluded by "ma*"'],
  [{ target: any('prod*') }, 'there is no target, not "prod*"'],
  [{ paths: any('**/*.ts') }, 'no changed file counts for "**/*.ts"'],
  [{ paths: not('**/*.md') }, 'no changed file counts without "**/*.md"'],
])('%j: %s', (conditions, expected) => {
  expect(explainConditions([conditions], facts)).toBe(expected);
});

it('explains each group', () => {
  const groups = [{ event: any('tag') }, { branch: any('next') }, { event: any('tag') }];
  const reason = 'event is "push", not "tag", and branch is "main", not "next"';
  expect(explainConditions(groups, facts)).toBe(reason);
  expect(explainConditions([...groups, { event: any('push') }], facts)).toBeUndefined();
});
