import { defineSettings } from '@millrace/node-kit/settings/define-settings';
import { type Environment, readSetting } from '@millrace/node-kit/settings/read-settings';
import { StartError } from '@millrace/node-kit/start-error';

/** Receiver of traces, such as an OpenTelemetry collector. */
export interface TraceSettings {
  /** URL of the receiver's endpoint for traces. */
  url: string;
  /** Headers of each request, which may contain credentials. */
  headers: Record<string, string>;
}

export const traceSettings = defineSettings({
  url: {
    name: 'MILLRACE_OTLP_URL',
    kind: 'url',
    text: 'URL of an OpenTelemetry receiver (OTLP over HTTP), which gets a trace of each finished build. See [Traces](deployment.md#traces).',
  },
  headers: {
    name: 'MILLRACE_OTLP_HEADERS',
    kind: 'list',
    secret: true,
    text: 'Headers of requests to the receiver of traces, such as `authorization=Bearer%20TOKEN`, separated by commas, with percent-encoded values.',
  },
});

const tracesPath = '/v1/traces';

/** Reads the settings; null if no receiver is configured. */
export function readTraceSettings(env: Environment): TraceSettings | null {
  const url = readSetting(env, traceSettings.url);
  const headers = readHeaders(env);
  if (!url) {
    if (Object.keys(headers).length === 0) return null;
    throw new StartError('MILLRACE_OTLP_HEADERS is set, so set MILLRACE_OTLP_URL too.');
  }
  return { url: url.endsWith(tracesPath) ? url : `${url}${tracesPath}`, headers };
}

/** Reads `name=value` pairs, separated by commas, with percent-encoded values as in OpenTelemetry. */
function readHeaders(env: Environment): Record<string, string> {
  const pairs = readSetting(env, traceSettings.headers);
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
