import { quoteText } from './hints/show-value.ts';
import type { ClonedRepository, Pipeline } from './pipeline.ts';
import {
  clonedPathPattern,
  clonedRefPattern,
  clonedRepositoryShape,
  maxClonedRepositories,
  repositoryPattern,
} from './shape/cloned-repositories-shape.ts';
import { keysOf } from './shape/json-schema.ts';
import { cloneShape } from './shape/pipeline-shape.ts';
import type { Field, YamlReader } from './yaml/yaml-reader.ts';

type Fields = Map<string, Field>;

/** @param isOurs whether runners of Millrace run the pipeline, which know more than `disable` and `depth` */
export function readClone(
  reader: YamlReader,
  field: Field | undefined,
  isOurs: boolean,
): Pipeline['clone'] {
  const fields = reader.map(field);
  if (isOurs) reader.warnUnknown(fields, keysOf(cloneShape), 'clone');
  const disable = reader.flag(fields.get('disable'));
  const further = fields.get('repositories');
  const repositories = isOurs ? readRepositories(reader, further) : [];
  if (further && disable && repositories.length > 0) {
    reader.report('error', further, `${further.path} needs a clone; remove "disable: true"`);
  }
  return { disable, depth: readDepth(reader, fields), repositories };
}

function readRepositories(reader: YamlReader, field: Field | undefined): ClonedRepository[] {
  const isSingle = reader.isText(field) || reader.isMap(field);
  const items = field && isSingle ? [field] : reader.list(field);
  if (field && items.length > maxClonedRepositories) {
    reader.report('error', field, `${field.path} has more than ${maxClonedRepositories} entries`);
    return [];
  }
  const repositories: ClonedRepository[] = [];
  for (const item of items) {
    const read = readRepository(reader, item);
    if (!read) continue;
    const other = repositories.find(({ path }) => overlaps(path, read.path));
    if (other) {
      const message = `${item.path}: the folders "${other.path}" and "${read.path}" overlap; write another "path"`;
      reader.report('error', item, message);
    } else repositories.push(read);
  }
  return repositories;
}

function readRepository(reader: YamlReader, item: Field): ClonedRepository | undefined {
  const isMap = reader.isMap(item);
  const fields: Fields = isMap ? reader.map(item) : new Map([['repository', item]]);
  if (isMap) reader.warnUnknown(fields, keysOf(clonedRepositoryShape), 'clone.repositories');
  const field = fields.get('repository');
  const repository = reader.text(field);
  if (!field || !repository) {
    reader.report('error', item, `${item.path}${isMap ? '.repository' : ''} is missing`);
    return undefined;
  }
  if (!repositoryPattern.test(repository)) {
    const form = 'must be NAMESPACE/NAME, or an address that begins with https://';
    reader.report('error', field, `${field.path} ${form}, not ${quoteText(repository)}`);
    return undefined;
  }
  const ref = reader.text(fields.get('ref')) ?? '';
  if (!clonedRefPattern.test(ref)) {
    const message = `${item.path}.ref must be a branch, a tag or a commit, not ${quoteText(ref)}`;
    reader.report('error', fields.get('ref') ?? item, message);
    return undefined;
  }
  const path = reader.text(fields.get('path')) || nameOf(repository);
  if (!clonedPathPattern.test(path)) {
    const message = `${item.path}.path must be a folder inside the clone folder, not ${quoteText(path)}`;
    reader.report('error', fields.get('path') ?? item, message);
    return undefined;
  }
  return { repository, ref, path: normalize(path) };
}

/** Returns the last part of a name or an address. */
function nameOf(repository: string): string {
  const name = repository.replace(/[?#].*$/, '').replace(/\/+$/, '');
  return name.slice(name.lastIndexOf('/') + 1).replace(/\.git$/, '');
}

function normalize(path: string): string {
  const names = path.split('/').filter((name) => name !== '' && name !== '.');
  return names.join('/');
}

/** True if one folder is the other one or in it. Some file systems ignore the case. */
function overlaps(one: string, other: string): boolean {
  const [first, second] = [`${one}/`.toLowerCase(), `${other}/`.toLowerCase()];
  return first.startsWith(second) || second.startsWith(first);
}

function readDepth(reader: YamlReader, clone: Fields): number {
  const field = clone.get('depth');
  const depth = Number(reader.text(field) ?? 0);
  if (Number.isInteger(depth) && depth >= 0) return depth;
  if (field) {
    reader.report(
      'warning',
      field,
      'clone.depth must be a whole number; the whole history is cloned',
    );
  }
  return 0;
}
