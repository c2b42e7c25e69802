import type { StageDetails } from '@millrace/contract/runner';
import { version } from '@millrace/node-kit/version';

/**
 * Describes this server for steps, which read it from their environment. Its host includes the path of the URL: existing
 * runners and plugins join protocol and host to links.
 */
export function describeServer(publicUrl: string): StageDetails['system'] {
  const [proto = '', host = ''] = publicUrl.split('://');
  return { proto, host, link: publicUrl, version: version.version };
}
