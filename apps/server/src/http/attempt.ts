/** Reads the attempt of a query; absent for the newest. */
export function readAttempt({ attempt }: { attempt?: string | undefined }): { attempt?: number } {
  return attempt ? { attempt: Number(attempt) } : {};
}
