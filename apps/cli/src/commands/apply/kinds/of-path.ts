import type { ApiCall, OutputOf, Schema } from '@millrace/contract/api';
import { endpointOf } from '@millrace/contract/endpoints';
import { readInput } from '@millrace/contract/read-input';
import type { Owner } from '../../../command-line/call-owned.ts';
import type { Path } from '../resource.ts';

type Optional = Schema | undefined;

/** Returns the last name of a path. */
export function nameOf(path: Path): string {
  return path.at(-1) ?? '';
}

/** Returns the organization of a path such as `organizations`, `acme`, `teams`. */
export function namespaceOf([, namespace = '']: Path): string {
  return namespace;
}

/** Returns the repository of a path such as `repositories`, `acme/app`, `cron`. */
export function repoOf([, slug = '']: Path): { namespace: string; name: string } {
  const [namespace = '', name = ''] = slug.split('/');
  return { namespace, name };
}

/** Returns the owner of secrets and registry credentials. */
export function ownerOf(path: Path): Owner {
  if (path[0] === 'server') return 'server';
  return path[0] === 'organizations' ? { namespace: namespaceOf(path) } : repoOf(path);
}

/**
 * Returns a value as the body of a call.
 *
 * @throws AppError if the call does not accept it
 */
export function bodyOf<
  Name extends string,
  Query extends Optional,
  Body extends Optional,
  Output extends Optional,
>(call: ApiCall<Name, Query, Body, Output>, value: object): OutputOf<Body> {
  return readInput(endpointOf(call).body, value, 'body');
}
