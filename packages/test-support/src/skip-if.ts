/**
 * Options of a test or a suite that is skipped if there is a reason, which `npm test` reports. Any value but a
 * text means that it runs.
 */
export function skipIf(reason: unknown): { skip: boolean; meta: object } {
  const skip = typeof reason === 'string' && reason !== '';
  return { skip, meta: skip ? { skipReason: reason } : {} };
}
