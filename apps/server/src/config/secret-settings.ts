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
  /** Undefined if no remote runners share a secret. */
  rpcSecret: {
    name: 'MILLRACE_RPC_SECRET',
    kind: 'text',
    secret: true,
    text: 'Secret shared with remote runners. Without it, only runners with [credentials of their own](runners.md#a-credential-for-each-runner) are accepted.',
  },
  sharedSecretRunners: {
    name: 'MILLRACE_RPC_SECRET_RUNNERS',
    kind: 'choice',
    choices: ['accept', 'refuse'],
    default: 'accept',
    text: '`refuse` accepts no remote runner with the shared secret, only those with [credentials of their own](runners.md#a-credential-for-each-runner). The embedded runner goes on.',
  },
  runnersAddedBy: {
    name: 'MILLRACE_RUNNERS_ADDED_BY',
    kind: 'choice',
    choices: ['owners', 'admins'],
    default: 'owners',
    text: 'Who adds runners for a repository or an organization: its administrators or owners, or with `admins` only administrators of the server. They see everything that its stages get, also logins of registries and secrets of the whole server that its builds may use.',
  },
});
