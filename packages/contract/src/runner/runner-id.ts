/** Carries the secret that server and runners share. */
export const secretHeader = 'x-drone-token';

/** Whether a header can carry it as it is. */
export function isRunnerSecret(text: string): boolean {
  return /^[ -~\u00a0-\u00ff]+$/.test(text) && text === text.trim();
}

/** Carries a {@link RunnerId}; runners of other makers send none. */
export const runnerHeader = 'x-millrace-runner';

/**
 * Names one start of a runner: `FOLDER.START`, both random. A data folder has one runner at a time,
 * so another start with the same folder means that the former is gone.
 */
export type RunnerId = `${string}.${string}`;

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const runnerId = new RegExp(`^${uuid}\\.${uuid}$`);

export function isRunnerId(text: string): text is RunnerId {
  return runnerId.test(text);
}
