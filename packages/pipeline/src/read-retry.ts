import { warnUnknownWord } from './check-words.ts';
import type { RetryPolicy } from './pipeline.ts';
import { keysOf } from './shape/json-schema.ts';
import {
  exitCodePattern,
  exitCodesShape,
  maxRetries,
  retriesPattern,
  retryShape,
} from './shape/retry-shape.ts';
import { infrastructureCauses, retryCauses } from './vocabulary.ts';
import type { Field, YamlReader } from './yaml/yaml-reader.ts';

const noRetries: RetryPolicy = { max: 0, causes: [], exitCodes: [] };

/** Reads `retry` of a pipeline: a map, or the number of tries alone. */
export function readRetry(reader: YamlReader, field: Field | undefined): RetryPolicy {
  if (!field) return noRetries;
  if (reader.isText(field)) {
    return { max: readMax(reader, field), causes: [...infrastructureCauses], exitCodes: [] };
  }
  if (!reader.isMap(field)) {
    reader.map(field);
    return noRetries;
  }
  const fields = reader.map(field);
  reader.warnUnknown(fields, keysOf(retryShape), 'retry');
  const max = readMax(reader, fields.get('max'));
  const when = fields.get('when');
  const items = reader.isText(when) && when ? [when] : reader.list(when);
  if (items.length === 0) return { max, causes: [...infrastructureCauses], exitCodes: [] };
  return { max, causes: readCauses(reader, items), exitCodes: readExitCodes(reader, items) };
}

function readMax(reader: YamlReader, field: Field | undefined): number {
  const text = reader.text(field) ?? '';
  if (!retriesPattern.test(text) && field) {
    reader.report('error', field, `${field.path} must be a whole number up to ${maxRetries}`);
  }
  return text === '' ? 1 : Number(text);
}

function readCauses(reader: YamlReader, items: readonly Field[]): RetryPolicy['causes'] {
  const words = items.flatMap((item) => {
    if (reader.isMap(item)) return [];
    const word = reader.text(item);
    if (word === undefined) return [];
    warnUnknownWord(reader, item, 'cause', word, { known: retryCauses });
    return [word];
  });
  return retryCauses.filter((cause) => words.includes(cause));
}

function readExitCodes(reader: YamlReader, items: readonly Field[]): number[] {
  const maps = items.filter((item) => reader.isMap(item));
  return maps.flatMap((item) => {
    const fields = reader.map(item);
    reader.warnUnknown(fields, keysOf(exitCodesShape), item.path);
    const codes = fields.get('exit_code');
    return reader.texts(codes).flatMap((text) => {
      if (exitCodePattern.test(text)) return Number(text);
      if (codes) reader.report('error', codes, `${codes.path} must be exit codes, not "${text}"`);
      return [];
    });
  });
}
