import { type Logger, pino } from 'pino';

export type { Logger };

/** Structured logs on standard error; standard output belongs to what `npm start` says. */
export function createLogger(level: string): Logger {
  return pino(
    {
      level,
      redact: ['req.headers.authorization', 'req.headers.cookie'],
      serializers: { req: describeRequest },
    },
    pino.destination({ dest: 2, sync: true }),
  );
}

interface LoggedRequest {
  method: string;
  url: string;
  ip: string;
}

/** A call as the log names it; a token in its address stays out. */
export function describeRequest({ method, url, ip }: LoggedRequest): LoggedRequest {
  return { method, url: url.replace(/([?&])([^=&]+)=[^&]*/g, withoutToken), ip };
}

/** Names may be written with percent signs; what cannot be read so is no name that anything looks for. */
function withoutToken(parameter: string, mark: string, name: string): string {
  try {
    return decodeURIComponent(name) === 'access_token' ? `${mark}${name}=…` : parameter;
  } catch {
    return parameter;
  }
}
