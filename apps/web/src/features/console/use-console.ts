import type { Build, Line, Stage, Step } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { errorText } from '../../api/api-error.ts';
import {
  type ConsoleFacts,
  type ConsoleState,
  consoleState,
  shouldFetchLogs,
} from './console-view.ts';
import { mergeLines } from './log-lines.ts';
import { type LogAddress, logQuery } from './log-queries.ts';
import { useLogStream } from './use-log-stream.ts';

export interface ConsoleProps {
  address: LogAddress;
  build: Build;
  stage: Stage;
  step: Step | undefined;
  /** The stream is over: the step's state on the server is newer than the known one. */
  onStreamEnd: () => void;
}

export interface ConsoleModel {
  state: ConsoleState;
  facts: ConsoleFacts;
  lines: readonly Line[];
}

const noLines: readonly Line[] = [];

/** Brings the lines of one log together, from the stream and from the fetch, and says what to show. */
export function useConsole(props: ConsoleProps): ConsoleModel {
  const { address, build, stage, step, onStreamEnd } = props;
  const isRunning = step?.status === 'running';
  const streamed = useLogStream(address, isRunning, onStreamEnd);
  const query = useQuery({
    ...logQuery(address),
    enabled: shouldFetchLogs(stage.status, step?.status),
  });
  const fetched = query.data ?? noLines;
  const lines = useMemo(() => mergeLines(streamed, fetched), [streamed, fetched]);
  const facts: ConsoleFacts = {
    build,
    stage,
    step,
    hasLogs: lines.length > 0,
    isLoading: query.isLoading,
    logError: query.error ? errorText(query.error) : null,
  };
  return { facts, lines, state: consoleState(facts) };
}
