import { readEnvironment } from '@millrace/node-kit/environment';
import { StartError } from '@millrace/node-kit/start-error';

/**
 * Returns the URL of the server without a trailing slash: of the option, or of the variables that command line clients
 * read.
 *
 * @param unset URL to return if neither is set
 */
export function readServer(option: string | undefined, unset?: string): string {
  const { MILLRACE_SERVER, DRONE_SERVER } = readEnvironment();
  const text = option || MILLRACE_SERVER || DRONE_SERVER || unset;
  if (!text)
    throw new StartError('Set MILLRACE_SERVER to the URL of your server, or use --server.');
  const url = URL.parse(text);
  if (url?.protocol === 'http:' || url?.protocol === 'https:') {
    return url.origin + url.pathname.replace(/\/+$/, '');
  }
  throw new StartError(`The server must be a URL, as in https://ci.example.com, not "${text}".`);
}
