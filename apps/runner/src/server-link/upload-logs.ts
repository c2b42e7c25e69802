import type { Line } from '@millrace/contract/api';
import { type RunnerApi, RunnerConflict } from '@millrace/contract/runner';
import { isFinished } from '@millrace/contract/vocabulary';
import { LogTail } from '../run/logs/log-tail.ts';
import { isRefused } from '../shared/retry-limits.ts';

/** Maximum size of an uploaded log: the limit of original runners. */
const maxLogBytes = 5 * 1024 * 1024;
/** A server that lost its first answer refuses the second upload. */
const maxRefusals = 3;

/**
 * Adapts an API to original servers. They only show the lines that are appended, and store the log that is
 * uploaded when a step ends. Of a longer log, the newest lines are uploaded.
 */
export function uploadLogs(api: RunnerApi, isOriginal: () => boolean): RunnerApi {
  const tails = new Map<number, LogTail>();
  /** Logs of ended steps that are not stored yet. */
  const logs = new Map<number, { lines: Line[]; refusals: number }>();

  const forget = (stepId: number) => {
    tails.delete(stepId);
    logs.delete(stepId);
  };

  /** Uploads a log once: a second upload is an error. A log that is refused does not hold up its step. */
  const upload = async (stepId: number): Promise<void> => {
    const tail = tails.get(stepId);
    if (tail) logs.set(stepId, { lines: linesOf(tail), refusals: 0 });
    tails.delete(stepId);
    const log = logs.get(stepId);
    if (!log) return;
    try {
      await api.replaceLogs({ params: { step: stepId }, body: log.lines });
    } catch (error) {
      if (!isRefused(error) || ++log.refusals < maxRefusals) throw error;
    }
    logs.delete(stepId);
  };

  return {
    ...api,
    appendLogs: async (input, signal) => {
      if (!isOriginal()) return api.appendLogs(input, signal);
      const stepId = input.params.step;
      const tail = tails.get(stepId) ?? new LogTail(maxLogBytes);
      tails.set(stepId, tail);
      for (const { out, time } of input.body ?? []) tail.push(out, time ?? 0);
      // The lines are stored by the upload, so viewers miss some at most until the step ends.
      await api.appendLogs(input, signal).catch(() => undefined);
    },
    updateStep: async (input, signal) => {
      const stepId = input.params.step;
      try {
        if (isFinished(input.body.status)) await upload(stepId);
        return await api.updateStep(input, signal);
      } catch (error) {
        if (error instanceof RunnerConflict) forget(stepId);
        throw error;
      }
    },
  };
}

function linesOf(tail: LogTail): Line[] {
  const lines: Line[] = [];
  let pos = tail.droppedLines;
  for (const { time, texts } of tail.take()) {
    for (const out of texts) lines.push({ pos: pos++, out, time });
  }
  return lines;
}
