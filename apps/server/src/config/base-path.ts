import { isReservedName } from '@millrace/contract/reserved-names';
import { type Environment, readSetting } from '@millrace/node-kit/settings/read-settings';
import { StartError } from '@millrace/node-kit/start-error';
import { serverSettings } from './server-settings.ts';

/**
 * Returns the path of the public URL, without a trailing slash; empty if it has none. The server also answers calls
 * without this path, so it must not begin with a name that those use.
 */
export function readBasePath(env: Environment): string {
  const { publicUrl } = serverSettings;
  const url = readSetting(env, publicUrl);
  const path = url ? new URL(url).pathname.replace(/\/$/, '') : '';
  const [, first = ''] = path.split('/');
  if (!isReservedName(first)) return path;
  throw new StartError(
    `${publicUrl.name} must not have the path "/${first}", which the server uses.`,
  );
}
