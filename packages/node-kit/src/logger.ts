import { type Logger, type LoggerOptions, pino } from 'pino';
import { currentLogFields } from './log-fields.ts';

export type { Logger };

/** Creates a logger that writes to standard error; standard output is for messages to people. */
export function createLogger(
  level: string,
  options: Pick<LoggerOptions, 'redact' | 'serializers'> = {},
): Logger {
  return pino(
    { ...options, level, mixin: () => ({ ...currentLogFields() }) },
    pino.destination({ dest: 2, sync: true }),
  );
}
