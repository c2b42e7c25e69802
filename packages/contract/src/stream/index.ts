import type { Repo } from '../api/repos.ts';

/**
 * Message of `/api/stream` and of the stream of one repository: the repository with the changed build, its
 * stages and steps.
 */
export type RepoEvent = Repo & { build: NonNullable<Repo['build']> };

export const buildStreamPath = '/api/stream';
export const repoStreamPath = '/api/stream/:namespace/:name';
export const logStreamPath = '/api/stream/:namespace/:name/:build/:stage/:step';
/** The same log as plain text, for programs and for a tab of its own. */
export const logTextPath = '/api/stream/:namespace/:name/:build/:stage/:step/text';

/**
 * End of a log stream: the event `error` with the data `eof`, which EventSource passes to `onerror`.
 * Clients also accept an unnamed message `eof`. Each entry is an unnamed event with its `pos` as id,
 * so `Last-Event-ID` resumes exactly after it. The query `from` requests entries from a position, or with -N
 * the last N entries and all following ones.
 */
export const logStreamEnd = { event: 'error', data: 'eof' } as const;

/** Interval of keep-alive comments on an idle stream, in milliseconds. Proxies close silent connections. */
export const streamHeartbeatMs = 30_000;
