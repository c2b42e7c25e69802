import { getLogs, type Line } from '@millrace/contract/api';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callApi } from '../../api/call-api.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { LogAddress } from './engine/open-log.ts';
import { findFirstError } from './find-first-error.ts';
import { writeLineRange } from './line-range.ts';

/** Number of last lines to search: the error that ends a step is near its end. */
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
  /** Of a step that failed. */
  address: LogAddress;
  /** Shows the line with its number, from 1, as a way to this place of the log. */
  children: (text: string, line: number, hash: string) => ReactNode;
}

/** First error in the log of a failed step. */
export function FirstError({ address, children }: FirstErrorProps) {
  const { data, isPending } = useQuery(logEndQuery(address));
  if (isPending) return <Skeleton width="70%" height={24} />;
  const found = data && findFirstError(data);
  if (!found) return null;
  const { line, text } = found;
  return children(text, line + 1, writeLineRange({ from: line, to: line }));
}
