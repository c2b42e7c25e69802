import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { requirePublished } from '../published.ts';

export type Json = Record<string, unknown>;
type Parameter = { name: string; in: string };

/** GitHub's published API description: schemas of calls and responses, with examples. */
export class PublishedApi {
  private readonly document: Json;
  private readonly schemas = new Ajv({ strict: false, allErrors: true, validateSchema: false });
  private readonly compiled = new Map<string, ValidateFunction>();

  constructor() {
    const path = requirePublished.resolve('@octokit/openapi/generated/api.github.com.json');
    this.document = withoutNullable(JSON.parse(readFileSync(path, 'utf8'))) as Json;
    formats.default(this.schemas);
    this.schemas.addSchema(this.document, 'github');
  }

  /** Copies the published example of a response, with `parts` replaced. */
  example(method: string, path: string, status: number, parts: Json = {}): Json {
    const examples = this.find(...answerSegments(method, path, status), 'examples');
    const [name = ''] = Object.keys((examples?.value ?? {}) as Json);
    const value = this.find(
      ...answerSegments(method, path, status),
      'examples',
      name,
      'value',
    )?.value;
    if (value === undefined) throw new Error(`No example of ${method} ${path}: ${status}`);
    return { ...structuredClone((Array.isArray(value) ? value[0] : value) as Json), ...parts };
  }

  /** Lists differences between a call and its schema. */
  checkCall(method: string, path: string, query: Json, body: unknown): string[] {
    const operation = ['paths', path, method.toLowerCase()];
    const parameters = (this.find(...operation, 'parameters')?.value ?? []) as unknown[];
    const known = parameters.map(
      (_, at) => this.find(...operation, 'parameters', String(at))?.value as Parameter,
    );
    const faults = Object.entries(query).flatMap(([name, value]) => {
      const at = known.findIndex(
        (parameter) => parameter.in === 'query' && parameter.name === name,
      );
      if (at < 0) return [`there is no parameter ${name}`];
      const schema = [...operation, 'parameters', String(at), 'schema'];
      return this.check(schema, /^\d+$/.test(String(value)) ? Number(value) : value);
    });
    const segments = [...operation, 'requestBody', 'content', 'application/json', 'schema'];
    const isBody = this.find(...segments) !== undefined;
    return isBody ? [...faults, ...this.check(segments, body)] : faults;
  }

  /** Lists differences between a response and its schema. Common errors are not described per call. */
  checkAnswer(method: string, path: string, status: number, body: unknown): string[] {
    const segments = answerSegments(method, path, status);
    if (this.find(...segments)) return this.check([...segments, 'schema'], body);
    if (status === 304 || body === '') return [];
    if (status >= 300) return this.check(['components', 'schemas', 'basic-error'], body);
    return [`there is no answer ${status}`];
  }

  /** Lists differences between a delivery and its schema. */
  checkDelivery(event: string, payload: Json): string[] {
    const action = payload.action ? `-${payload.action}` : '';
    const name = `${event}${action}`.replaceAll('_', '-');
    const segments = ['x-webhooks', name, 'post', 'requestBody', 'content', 'application/json'];
    return this.check([...segments, 'schema'], payload);
  }

  private check(segments: string[], value: unknown): string[] {
    const pointer = this.find(...segments)?.pointer;
    if (!pointer) return [`${segments.join(' ')} is not published`];
    const $ref = `github#/${pointer.map(encodePart).join('/')}`;
    const validate = this.compiled.get($ref) ?? this.schemas.compile({ $ref });
    this.compiled.set($ref, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  }

  /** Finds a part of the document, and resolves references. */
  private find(...segments: string[]): { pointer: string[]; value: unknown } | undefined {
    let pointer: string[] = [];
    let value: unknown = this.document;
    for (const key of segments) {
      value = (value as Json | undefined)?.[key];
      pointer = [...pointer, key];
      if (value === undefined) return undefined;
      const reference = (value as Json | null)?.$ref;
      if (typeof reference !== 'string') continue;
      pointer = reference.replace('#/', '').split('/');
      value = pointer.reduce<unknown>((at, part) => (at as Json)[part], this.document);
    }
    return { pointer, value };
  }
}

function answerSegments(method: string, path: string, status: number): string[] {
  const segments = ['paths', path, method.toLowerCase(), 'responses', String(status)];
  return [...segments, 'content', 'application/json'];
}

function encodePart(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}

/** Converts `nullable` of OpenAPI 3.0 to JSON Schema. */
function withoutNullable(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutNullable);
  if (typeof node !== 'object' || node === null) return node;
  const { nullable, ...rest } = node as Json;
  const entries = Object.entries(rest).map(([key, value]) => [key, withoutNullable(value)]);
  const schema: Json = Object.fromEntries(entries);
  return nullable === true ? { anyOf: [schema, { type: 'null' }] } : schema;
}
