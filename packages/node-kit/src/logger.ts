import { type Logger, type LoggerOptions, pino } from 'pino';

export type { Logger };

/** Creates a logger that writes to standard error; standard output is for messages to people. */
export function createLogger(
  level: string,
  options: Pick<LoggerOptions, 'redact' | 'serializers'> = {},
): Logger {
  return pino({ ...options, level }, pino.destination({ dest: 2, sync: true }));
}
