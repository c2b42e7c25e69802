import type { ReadyCheck } from './pipeline.ts';
import type { PipelineContext } from './pipeline-context.ts';
import { readDuration } from './read-duration.ts';
import { keysOf } from './shape/json-schema.ts';
import { readyPorts, readyShape } from './shape/ready-shape.ts';
import type { Field } from './yaml/yaml-reader.ts';

const defaultWithinSec = 60;

/** Reads `ready` of a service. */
export function readReady(
  { reader }: PipelineContext,
  field: Field | undefined,
): ReadyCheck | undefined {
  if (!field) return undefined;
  const fields = reader.map(field);
  reader.warnUnknown(fields, keysOf(readyShape), 'ready');
  const withinSec = readDuration(reader, fields.get('within')) || defaultWithinSec;
  const command = reader.texts(fields.get('command'), 'command');
  const readPort = (key: keyof typeof readyPorts) => {
    const field = fields.get(key);
    const text = reader.text(field);
    const match = text === undefined ? undefined : readyPorts[key].exec(text);
    if (field && match === null) {
      const example = key === 'tcp' ? 'a port' : 'a port and a path, such as 8080/health';
      reader.report('error', field, `${field.path} must be ${example}`);
    }
    return match ? { port: Number(match[1]), path: match[2] || '/' } : undefined;
  };
  const [tcp, http] = [readPort('tcp'), readPort('http')];
  const checks: ReadyCheck[] = [
    ...(command.length > 0 ? [{ kind: 'command' as const, commands: command, withinSec }] : []),
    ...(tcp ? [{ kind: 'tcp' as const, port: tcp.port, withinSec }] : []),
    ...(http ? [{ kind: 'http' as const, ...http, withinSec }] : []),
  ];
  if (checks.length !== 1 && reader.isMap(field)) {
    reader.report('warning', field, `${field.path} needs one of command, tcp and http`);
  }
  return checks[0];
}
