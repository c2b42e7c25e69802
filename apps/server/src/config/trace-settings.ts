import { StartError } from '@millrace/node-kit/start-error';
import { type Environment, readText, readUrl } from './read-variable.ts';

/** Receiver of traces, such as an OpenTelemetry collector. */
export interface TraceSettings {
  /** URL of the receiver's endpoint for traces. */
  url: string;
  /** Headers of each request, which may contain credentials. */
  headers: Record<string, string>;
}

const tracesPath = '/v1/traces';

/** Reads the settings; null if no receiver is configured. */
export function readTraceSettings(env: Environment): TraceSettings | null {
  const url = readUrl(env, 'MILLRACE_OTLP_URL');
  const headers = readHeaders(env);
  if (!url) {
    if (Object.keys(headers).length === 0) return null;
    throw new StartError('MILLRACE_OTLP_HEADERS is set, so set MILLRACE_OTLP_URL too.');
  }
  return { url: url.endsWith(tracesPath) ? url : `${url}${tracesPath}`, headers };
}

/** Reads `name=value` pairs, separated by commas, with percent-encoded values as in OpenTelemetry. */
function readHeaders(env: Environment): Record<string, string> {
  const text = readText(env, 'MILLRACE_OTLP_HEADERS') ?? '';
  const pairs = text.split(',').filter((pair) => pair.trim() !== '');
  try {
    const entries = pairs.map((pair) => {
      const [, name = '', value = ''] = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? [];
      return [name, decodeURIComponent(value)] as const;
    });
    new Headers(entries.map(([name, value]) => [name, value]));
    return Object.fromEntries(entries);
  } catch {
    throw new StartError('MILLRACE_OTLP_HEADERS must be as in name=value,name=value.');
  }
}
