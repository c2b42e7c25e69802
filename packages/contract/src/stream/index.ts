import type { Repo } from '../api/repos.ts';

/** Message of `/api/stream` and of the stream of one repository: the repository with the build that changed, its stages and steps. */
export type RepoEvent = Repo & { build: NonNullable<Repo['build']> };

export const buildStreamPath = '/api/stream';
export const repoStreamPath = '/api/stream/:namespace/:name';
export const logStreamPath = '/api/stream/:namespace/:name/:build/:stage/:step';

/**
 * How a log stream ends: the event `error` with the data `eof`, which EventSource hands to
 * `onerror`. Clients take an unnamed message `eof` as the end too. Each line is an unnamed event
 * whose id is the line's `pos`, so `Last-Event-ID` resumes exactly after it. The query `from` asks
 * for the lines from a position on, or where it is -N for the last N lines and all that follow.
 */
export const logStreamEnd = { event: 'error', data: 'eof' } as const;

/** An idle stream sends a comment this often, in milliseconds, so that proxies keep it open. */
export const streamHeartbeatMs = 30_000;
