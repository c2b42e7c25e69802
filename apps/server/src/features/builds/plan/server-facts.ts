import type { StageDetails } from '@millrace/contract/runner';
import { version } from '@millrace/node-kit/version';

/** Describes this server for steps, which read it from their environment. */
export function describeServer(publicUrl: string): StageDetails['system'] {
  const url = new URL(publicUrl);
  return {
    proto: url.protocol.replace(':', ''),
    host: url.host,
    link: publicUrl,
    version: version.version,
  };
}
