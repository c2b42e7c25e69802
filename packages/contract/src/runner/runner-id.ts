/** Header with the secret shared by server and runners. */
export const secretHeader = 'x-drone-token';

/** Header of every response of a Millrace server, with its version; original servers do not send it. */
export const serverHeader = 'x-millrace-server';

/** True if a header can carry the secret unchanged. */
export function isRunnerSecret(text: string): boolean {
  return /^[ -~\u00a0-\u00ff]+$/.test(text) && text === text.trim();
}

/** Header with a {@link RunnerId}; third-party runners do not send it. */
export const runnerHeader = 'x-millrace-runner';

/**
 * Identifies one start of a runner: `FOLDER.START`, both random. A data folder has one runner at a time, so
 * a new start with the same folder means that the previous one has ended.
 */
export type RunnerId = `${string}.${string}`;

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const runnerId = new RegExp(`^${uuid}\\.${uuid}$`);

export function isRunnerId(text: string): text is RunnerId {
  return runnerId.test(text);
}
