import { getLogs, type Line } from '@millrace/contract/api';
import { findFirstError } from '@millrace/contract/failure-lines';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callApi } from '../../api/call-api.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { LogAddress } from './engine/open-log.ts';
import { writeLineRange } from './line-range.ts';

/** Number of lines to search, from the end, since the error that fails a step is near the end. */
const readLines = 2000;

function logEndQuery({ attempt, ...params }: LogAddress) {
  return queryOptions({
    queryKey: ['log-end', params, attempt],
    queryFn: ({ signal }): Promise<Line[]> =>
      callApi(getLogs, { params, query: { from: String(-readLines) }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });
}

interface FirstErrorProps {
  /** Log of a failed step. */
  address: LogAddress;
  /** Renders the line, with its number from 1 and the URL fragment to link to it. */
  children: (text: string, line: number, hash: string) => ReactNode;
}

/** Shows the first error in the log of a failed step. */
export function FirstError({ address, children }: FirstErrorProps) {
  const { data, isPending } = useQuery(logEndQuery(address));
  if (isPending) return <Skeleton width="70%" height={24} />;
  const found = data && findFirstError(data);
  if (!found) return null;
  const { line, text } = found;
  return children(text, line + 1, writeLineRange({ from: line, to: line }));
}
