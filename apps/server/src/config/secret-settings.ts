import { defineSettings } from '@millrace/node-kit/settings/define-settings';

export const secretSettings = defineSettings({
  secretKey: {
    name: 'MILLRACE_SECRET_KEY',
    kind: 'exact',
    secret: true,
    unset: 'generated',
    text: 'Key that encrypts secrets and tokens. A generated key is stored in the data folder. See [The key](configuration.md#the-key).',
  },
  nextSecretKey: {
    name: 'MILLRACE_SECRET_KEY_NEW',
    kind: 'exact',
    secret: true,
    text: 'New key for `secrets rotate-key`, if `MILLRACE_SECRET_KEY` is set.',
  },
  /** Undefined if no remote runners are allowed. */
  rpcSecret: {
    name: 'MILLRACE_RPC_SECRET',
    kind: 'text',
    secret: true,
    text: 'Secret shared with remote runners. Without it, remote runners are rejected.',
  },
});
