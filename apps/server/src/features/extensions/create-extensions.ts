import type { Extensions } from '@millrace/build-host/settings/extension-settings';
import { admissionProtocol } from './admit-account.ts';
import { convertProtocol } from './convert-config.ts';
import { Extension } from './extension.ts';
import type { ExtensionKind } from './extension-error.ts';
import { configProtocol } from './find-config.ts';
import { secretProtocol } from './find-secret.ts';
import { registryProtocol } from './list-registries.ts';
import { envProtocol } from './list-variables.ts';
import { validateProtocol } from './validate-config.ts';
import { webhookProtocol } from './webhooks/webhook-sender.ts';

/** Creates the extensions of each kind, in the order in which they are asked. */
export function createExtensions(settings: Extensions): Record<ExtensionKind, Extension[]> {
  const create = (kind: ExtensionKind, accept: string, mayEncrypt = false) =>
    settings[kind].endpoints.map((endpoint) => {
      const limits = {
        timeoutMs: settings[kind].timeoutMs,
        maxBytes: settings.maxResponseBytes,
      };
      return new Extension({ kind, endpoint, accept, mayEncrypt, ...limits });
    });
  return {
    config: create('config', configProtocol),
    convert: create('convert', convertProtocol),
    validate: create('validate', validateProtocol),
    admission: create('admission', admissionProtocol),
    webhook: create('webhook', webhookProtocol),
    // Their answers contain secrets.
    env: create('env', envProtocol, true),
    registry: create('registry', registryProtocol, true),
    secret: create('secret', secretProtocol, true),
  };
}
