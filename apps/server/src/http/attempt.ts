/** The attempt of a build that a query names; without one, the newest is meant. */
export function readAttempt({ attempt }: { attempt?: string | undefined }): { attempt?: number } {
  return attempt ? { attempt: Number(attempt) } : {};
}
