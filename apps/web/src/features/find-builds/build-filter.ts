import type { Build, FeedFilter } from '@millrace/contract/api';
import { hasWords, wordsOf } from '@millrace/contract/build-words';
import { isFinished } from '@millrace/contract/vocabulary';
import { waitsForStart } from '../../domain-ui/manual-stage.ts';

/** Filters with a list of values, each with a function that reads the value of a build. */
const values = {
  status: ({ build }: FoundBuild) => statusOf(build),
  branch: ({ build }: FoundBuild) => build.target,
  event: ({ build }: FoundBuild) => build.event,
  author: ({ build }: FoundBuild) => build.author_login,
  target: ({ build }: FoundBuild) => build.deploy_to,
  cron: ({ build }: FoundBuild) => build.cron,
  repo: ({ slug }: FoundBuild) => slug,
};
export type Choice = keyof typeof values;
const choices = Object.keys(values) as Choice[];
const filterKeys = ['q', ...choices, 'after', 'before', 'failure', 'visible'] as const;

/**
 * Filters in the URL. Days are in the viewer's time zone. `visible` is `true` if the builds of repositories of others are
 * included, which every account may read.
 */
export type BuildFilter = Partial<Record<(typeof filterKeys)[number], string>>;

/** A build and its repository. */
export interface FoundBuild {
  slug: string;
  build: Build;
}

export function readFilter(search: URLSearchParams): BuildFilter {
  const filter: BuildFilter = {};
  for (const key of filterKeys) {
    const value = search.get(key);
    if (value) filter[key] = value;
  }
  return filter;
}

/** Returns the URL parameters with this filter. Other parameters do not change. */
export function writeFilter(search: URLSearchParams, filter: BuildFilter): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const key of filterKeys) {
    const value = filter[key];
    if (value) next.set(key, value);
    else next.delete(key);
  }
  return next;
}

/** Converts a filter to parameters of the API. */
export function toQuery({ after, before, visible, ...filter }: BuildFilter): FeedFilter {
  const query: FeedFilter = { ...filter };
  if (visible === 'true') query.visible = visible;
  if (after) query.after = toTime(after);
  if (before) query.before = toTime(before);
  return query;
}

/**
 * Returns the start of a day in the viewer's time zone, in Unix seconds. An invalid day is returned
 * unchanged, so that the server rejects it. A year that is being typed, such as 2, may be before 1970 and
 * results in 0.
 */
function toTime(day: string): string {
  const time = new Date(`${day}T00:00`).getTime();
  return Number.isNaN(time) ? day : String(Math.max(0, time / 1000));
}

/**
 * Returns whether a build matches a filter. It must agree with the server. The text of failures is ignored, because only
 * the server has it.
 */
export function isFound(found: FoundBuild, filter: BuildFilter): boolean {
  const { q, after, before } = filter;
  const { created } = found.build;
  const words = wordsOf(q ?? '');
  return (
    choices.every((choice) => !filter[choice] || values[choice](found) === filter[choice]) &&
    (!after || created >= Number(toTime(after))) &&
    (!before || created < Number(toTime(before))) &&
    (!q || (words.length > 0 && hasWords(found.build, words)))
  );
}

/**
 * Returns the status that the server filters by: blocked if a stage of an unfinished build waits for
 * approval. A build that waits until a person starts a stage has this status itself.
 */
function statusOf(build: FoundBuild['build']): string {
  const isBlocked = build.stages?.some(
    (stage) => stage.status === 'blocked' && !waitsForStart(stage),
  );
  return isBlocked && !isFinished(build.status) ? 'blocked' : build.status;
}
