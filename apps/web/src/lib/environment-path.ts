import { encodePath } from '@millrace/contract/encode-path';
import { paths } from './paths.ts';

/** Prefix of parts of a name that would not survive in a path, and of those that begin with it. */
const mark = '~';

/** Returns the path of the page of an environment. Its name may contain slashes and parts such as `..`. */
export function environmentPath(slug: string, name: string): string {
  const parts = name.split('/').map((part) => (/^(~.*|\.{0,2})$/s.test(part) ? mark + part : part));
  return `${paths.repoDeployments(slug)}/${encodePath(parts.join('/'))}`;
}

/** Reads the name of the environment from the path of its page. The router would decode slashes twice. */
export function readEnvironmentName(pathname: string): string {
  const [, , , , ...parts] = pathname.replace(/\/+$/, '').split('/');
  return parts
    .map((part) => decode(part).replace(mark, (found, at) => (at ? found : '')))
    .join('/');
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
