import type { Build, Stage, Step } from '@millrace/contract/api';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { awaitTurn } from '../../api/stream-hub/open-stream.ts';
import { useMayStream } from '../../api/use-may-stream.ts';
import {
  type ConsoleFacts,
  type ConsoleState,
  consoleState,
  shouldFetchLogs,
} from './console-view.ts';
import type { LogEngine } from './engine/log-engine.ts';
import { type LogState, noLog } from './engine/log-state.ts';
import { type LogAddress, openLog } from './engine/open-log.ts';

export interface ConsoleProps {
  address: LogAddress;
  build: Build;
  stage: Stage;
  step: Step | undefined;
  /** Called when the stream ends: the step's status on the server is newer than the known one. */
  onStreamEnd: () => void;
}

export interface ConsoleModel {
  state: ConsoleState;
  facts: ConsoleFacts;
  engine: LogEngine | null;
  log: LogState;
}

const subscribeToNothing = () => () => {};
const readNothing = () => noLog;

/** Loads one log, from the stream or a fetch, and determines the state of the console. */
export function useConsole(props: ConsoleProps): ConsoleModel {
  const { build, stage, step } = props;
  const engine = useLogEngine(props);
  const log = useSyncExternalStore(
    engine?.subscribe ?? subscribeToNothing,
    engine?.state ?? readNothing,
  );
  const isRunning = step?.status === 'running';
  const isFetched = shouldFetchLogs(stage.status, step?.status);
  const isLive = useMayStream() && isRunning;
  useEffect(() => {
    if (!engine || !isLive) return;
    const leave = awaitTurn((hasTurn) => engine.setLive(hasTurn));
    return () => {
      leave();
      engine.setLive(false);
    };
  }, [engine, isLive]);
  useEffect(() => {
    if (isFetched) engine?.fetch();
  }, [engine, isFetched]);
  const facts: ConsoleFacts = {
    build,
    stage,
    step,
    hasLogs: log.count > 0,
    isLoading: isFetched && (log.isLoading || !log.isSettled),
    logError: log.error?.message ?? null,
  };
  return { facts, engine, log, state: consoleState(facts) };
}

/** Returns the engine of a log. It is disposed when the address changes or the component unmounts. */
function useLogEngine({ address, onStreamEnd }: ConsoleProps): LogEngine | null {
  const { namespace, name, build, stage, step, attempt } = address;
  const [engine, setEngine] = useState<LogEngine | null>(null);
  const handleEnd = useRef(onStreamEnd);
  handleEnd.current = onStreamEnd;
  useEffect(() => {
    const place = { namespace, name, build, stage, step, attempt };
    const opened = openLog(place, () => handleEnd.current());
    setEngine(opened);
    return () => {
      opened.dispose();
      setEngine(null);
    };
  }, [namespace, name, build, stage, step, attempt]);
  return engine;
}
