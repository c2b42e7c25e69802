import type { CreateFeature } from '../../feature.ts';
import { createExtensionSource } from './extension-source.ts';
import { ExternalSecrets } from './external-secrets.ts';

/** Secrets that are stored outside of the server. */
export const externalSecrets: CreateFeature = ({ pipelineReader }, ports) => {
  const secrets = new ExternalSecrets({
    pipelineReader,
    sources: [createExtensionSource(ports)],
  });
  return {
    ports: {
      findSecretProblem: (...file) => secrets.findProblem(...file),
      listExternalSecrets: (...stage) => secrets.listFor(...stage),
    },
  };
};
