import { type Logger, pino } from 'pino';

export type { Logger };

/** Structured logs on standard error; standard output belongs to what `npm start` says. */
export function createLogger(level: string): Logger {
  return pino(
    { level, redact: ['req.headers.authorization', 'req.headers.cookie'] },
    pino.destination({ dest: 2, sync: true }),
  );
}
