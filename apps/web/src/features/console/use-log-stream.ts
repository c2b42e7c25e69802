import { endpointUrl, type Line } from '@millrace/contract/api';
import { logStreamEnd, logStreamPath } from '@millrace/contract/stream';
import { useEffect, useRef, useState } from 'react';
import { openEventStream } from '../../api/event-stream.ts';
import { streamUrl } from '../../api/server-address.ts';
import { logError } from '../../lib/log-error.ts';
import { mergeLines } from './log-lines.ts';
import type { LogAddress } from './log-queries.ts';

const drawEveryMs = 60;
const reopenAfterMs = 3000;
const noLines: readonly Line[] = [];

/**
 * The lines of a running step as they come. They stay after the stream has ended, until another
 * log is asked for. A stream that ends while the step goes on is opened again.
 */
export function useLogStream(address: LogAddress, isOn: boolean, onEnd: () => void) {
  const { namespace, name, build, stage, step } = address;
  const key = endpointUrl({ path: logStreamPath }, { namespace, name, build, stage, step });
  const [received, setReceived] = useState({ key, lines: noLines });
  const handleEnd = useRef(onEnd);
  handleEnd.current = onEnd;

  useEffect(() => {
    if (!isOn) return;
    let waiting: Line[] = [];
    let drawTimer: ReturnType<typeof setTimeout> | undefined;
    let reopenTimer: ReturnType<typeof setTimeout> | undefined;
    const draw = () => {
      drawTimer = undefined;
      const batch = waiting;
      waiting = [];
      setReceived((old) => ({
        key,
        lines: mergeLines(old.key === key ? old.lines : noLines, batch),
      }));
    };
    const open = () =>
      openEventStream(streamUrl(key), {
        onMessage: (data) => {
          const line = readLine(data);
          if (!line) return;
          waiting.push(line);
          drawTimer ??= setTimeout(draw, drawEveryMs);
        },
        isEnd: (data) => data === logStreamEnd.data,
        onEnd: () => {
          handleEnd.current();
          reopenTimer = setTimeout(() => {
            close = open();
          }, reopenAfterMs);
        },
      });
    let close = open();
    return () => {
      close();
      clearTimeout(reopenTimer);
      clearTimeout(drawTimer);
      if (waiting.length > 0) draw();
    };
  }, [key, isOn]);

  return received.key === key ? received.lines : noLines;
}

function readLine(data: string): Line | null {
  try {
    const line: Partial<Line> | null = JSON.parse(data);
    if (typeof line?.pos !== 'number' || typeof line.out !== 'string') return null;
    return { pos: line.pos, out: line.out, time: line.time ?? 0 };
  } catch (error) {
    logError(error);
    return null;
  }
}
