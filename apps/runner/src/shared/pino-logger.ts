import { pino } from 'pino';
import type { Logger } from './logger.ts';

/** Structured logs on standard error; standard output is for messages to people. */
export function createLogger(level: string): Logger {
  return pino({ level }, pino.destination({ dest: 2, sync: true }));
}
