import type { Extensions } from '../../config/extension-settings.ts';
import { admissionProtocol } from './admit-account.ts';
import { convertProtocol } from './convert-config.ts';
import { ExtensionClient } from './extension-client.ts';
import { configProtocol } from './find-config.ts';
import { secretProtocol } from './find-secret.ts';
import { registryProtocol } from './list-registries.ts';
import { envProtocol } from './list-variables.ts';
import { validateProtocol } from './validate-config.ts';

/** Creates a client for each kind of extensions. */
export function createClients(settings: Extensions) {
  const { maxResponseBytes: maxBytes } = settings;
  const create = (
    kind: Exclude<keyof Extensions, 'maxResponseBytes'>,
    accept: string,
    mayEncrypt = false,
  ) => new ExtensionClient({ kind, accept, settings: settings[kind], maxBytes, mayEncrypt });
  return {
    config: create('config', configProtocol),
    convert: create('convert', convertProtocol),
    validate: create('validate', validateProtocol),
    admission: create('admission', admissionProtocol),
    // Their answers contain secrets.
    env: create('env', envProtocol, true),
    registry: create('registry', registryProtocol, true),
    secret: create('secret', secretProtocol, true),
  };
}
