import { durationPattern } from '../duration.ts';
import { type JsonSchema, mapOf, numberLike, texts } from './json-schema.ts';

/** Port from 1 to 99999, after which an HTTP check has a path. */
export const readyPorts = {
  tcp: /^([1-9]\d{0,4})$/,
  http: /^([1-9]\d{0,4})(\/.*)?$/,
} as const;

export const duration = (description: string): JsonSchema => ({
  description,
  type: ['string', 'null'],
  pattern: durationPattern.source,
});

const port = (description: string, pattern: RegExp): JsonSchema => ({
  ...numberLike(description, 'integer', pattern),
  minimum: 1,
  maximum: 99_999,
});

export const readyShape = mapOf('When the service is ready; steps begin then', {
  command: texts('Shell command in the container that succeeds'),
  tcp: port('Port that accepts connections', readyPorts.tcp),
  http: port('Port and path that respond without an error: 8080/health', readyPorts.http),
  within: duration('Time after which the stage fails, 60s by default'),
});
