import { badRequest } from '@millrace/contract/api-errors';
import { failureWords, wordsOf } from '@millrace/contract/build-words';
import { buildEvents, statuses } from '@millrace/contract/vocabulary';

/** Properties that builds can be filtered by. */
export const choices = ['status', 'event', 'branch', 'author', 'target', 'cron', 'repo'] as const;
export type Choice = (typeof choices)[number];

/** Filter for builds. An absent field does not filter. */
export interface BuildFilter {
  chosen: Partial<Record<Choice, string>>;
  tag?: string;
  /** Unix seconds: created at `after` or later, and earlier than `before`. */
  after?: number;
  before?: number;
  /** Prefixes of search terms. An empty list, from a text without any term, matches no build. */
  words?: string[];
}

export const anyBuild: BuildFilter = { chosen: {} };

/** Values with a limited length. Branches and tags may be as long as git allows. */
const texts = ['author', 'target', 'cron', 'after', 'before', 'q', 'failure'] as const;
type FilterInput = Partial<Record<Choice | (typeof texts)[number] | 'tag', string | undefined>>;
const maxLength = 250;
const maxWords = 16;
const day = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Parses a filter.
 * @throws a 400 error if a value is invalid
 */
export function readBuildFilter(input: FilterInput): BuildFilter {
  for (const key of texts) requireShort(key, input[key]);
  requireKnown('status', input.status, statuses);
  requireKnown('event', input.event, buildEvents);
  const filter: BuildFilter = { chosen: {} };
  for (const choice of choices) {
    const value = input[choice];
    if (value) filter.chosen[choice] = value;
  }
  if (input.tag) filter.tag = input.tag;
  if (input.after) filter.after = readTime('after', input.after);
  if (input.before) filter.before = readTime('before', input.before);
  const searches = [
    ...(input.q ? [readWords('q', input.q)] : []),
    ...(input.failure ? [readWords('failure', input.failure)] : []),
  ];
  if (searches.length > 0) filter.words = searches.some(isEmpty) ? [] : searches.flat();
  return filter;
}

function requireShort(key: string, value = ''): void {
  if (value.length > maxLength) throw badRequest(`${key} has at most ${maxLength} characters`);
}

function requireKnown(key: string, value = '', known: readonly string[]): void {
  if (value && !known.includes(value)) throw badRequest(`${key} is one of ${known.join(', ')}`);
}

function readTime(key: string, text: string): number {
  if (/^\d{1,12}$/.test(text)) return Number(text);
  const time = day.test(text) ? new Date(`${text}T00:00:00Z`) : new Date(Number.NaN);
  // The parser accepts dates that do not exist, such as 30 February.
  if (Number.isNaN(time.getTime()) || !time.toISOString().startsWith(text)) {
    throw badRequest(`${key} is a time in unix seconds, or a day as YYYY-MM-DD`);
  }
  return time.getTime() / 1000;
}

function readWords(key: 'q' | 'failure', text: string): string[] {
  const words = key === 'q' ? wordsOf(text) : failureWords(text);
  if (words.length > maxWords) throw badRequest(`${key} has at most ${maxWords} words`);
  return words;
}

const isEmpty = (words: readonly string[]) => words.length === 0;
