/**
 * The id of a runner in claims has two parts: the credential with which it called, and the id of its process. Without a
 * credential of its own, it is the id of the process alone. A client cannot send the first part, because only the ids of
 * processes are accepted. So a claim belongs to one credential, wherever ids are compared.
 */
const ofCredential = /^credential:(\d+):(.*)$/s;

/** Returns the id of a runner in claims. */
export function runnerWithCredential(credentialId: number, process: string): string {
  return `credential:${credentialId}:${process}`;
}

/** Returns the credential of a runner; undefined for the shared secret and for embedded runners. */
export function credentialOfRunner(runner: string): number | undefined {
  const id = ofCredential.exec(runner)?.[1];
  return id === undefined ? undefined : Number(id);
}

/** Returns the id of the process; empty for runners that send none, which are those of other makers. */
export function processOfRunner(runner: string): string {
  return ofCredential.exec(runner)?.[2] ?? runner;
}
