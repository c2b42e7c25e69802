import type { Span } from './span.ts';

/** Code of a status in OTLP. */
const statusCodes = { unset: 0, error: 2 } as const;
const internalKind = 1;

/**
 * Encodes spans as OTLP in JSON. The format is stable; the libraries that write it take 25 MB.
 * https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
 */
export function encodeSpans(
  spans: readonly Span[],
  resource: Span['attributes'],
  scope: { name: string; version: string },
): string {
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: encodeAttributes(resource) },
        scopeSpans: [{ scope, spans: spans.map(encodeSpan) }],
      },
    ],
  });
}

function encodeSpan({ traceId, spanId, parentId, name, startSec, endSec, ...span }: Span) {
  return {
    traceId,
    spanId,
    ...(parentId && { parentSpanId: parentId }),
    name,
    kind: internalKind,
    startTimeUnixNano: nanoseconds(startSec),
    endTimeUnixNano: nanoseconds(endSec),
    attributes: encodeAttributes(span.attributes),
    status: { code: span.isError ? statusCodes.error : statusCodes.unset },
  };
}

function encodeAttributes(attributes: Span['attributes']) {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: encodeValue(value) }));
}

/** 64-bit integers are strings in OTLP's JSON. */
function encodeValue(value: string | number | boolean) {
  if (typeof value === 'boolean') return { boolValue: value };
  return typeof value === 'number' ? { intValue: String(value) } : { stringValue: value };
}

function nanoseconds(sec: number): string {
  return `${BigInt(sec) * 1_000_000_000n}`;
}
