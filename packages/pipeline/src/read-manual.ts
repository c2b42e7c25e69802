import { keysOf } from './shape/json-schema.ts';
import { manualShape } from './shape/manual-shape.ts';
import { type ManualPermission, manualPermissions } from './vocabulary.ts';
import type { Field, YamlReader } from './yaml/yaml-reader.ts';

const defaultPermission: ManualPermission = 'write';

/**
 * Reads `manual` of a pipeline: a flag, or a map. Returns the permission of people who may start the stage; empty for a
 * stage that starts by itself.
 */
export function readManual(reader: YamlReader, field: Field | undefined): ManualPermission | '' {
  if (!reader.isMap(field)) return reader.flag(field) ? defaultPermission : '';
  const fields = reader.map(field);
  reader.warnUnknown(fields, keysOf(manualShape), 'manual');
  const permission = fields.get('permission');
  const word = reader.text(permission);
  if (!permission || !word) return defaultPermission;
  const known = manualPermissions.find((each) => each === word);
  if (known) return known;
  const words = manualPermissions.join(' or ');
  reader.report('error', permission, `${permission.path} must be ${words}, not "${word}"`);
  return defaultPermission;
}
