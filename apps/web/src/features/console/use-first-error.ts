import { hasFailed } from '@millrace/contract/vocabulary';
import { useQuery } from '@tanstack/react-query';
import { hasExtras } from '../../lib/server-extras.ts';
import { firstErrorQuery } from './first-error-query.ts';
import type { ConsoleModel, ConsoleProps } from './use-console.ts';

export interface ShownError {
  /** Line of the first error; -1 if none. */
  line: number;
  /** Whether lines that are not loaded cannot change it. */
  isFinal: boolean;
}

/**
 * Returns the first error of a log. For a failed step it is the one that the failure panel shows; for any other step,
 * and for other servers, it is the first line that reports a failure.
 */
export function useFirstError(
  { address, build, step }: ConsoleProps,
  { log }: ConsoleModel,
): ShownError {
  const { data } = useQuery({
    ...firstErrorQuery(address, build),
    enabled: step !== undefined && hasFailed(step.status) && hasExtras(build),
  });
  if (data === undefined) return { line: log.firstError, isFinal: log.isComplete };
  return { line: data && data.kind !== 'last_line' ? data.line : -1, isFinal: true };
}
