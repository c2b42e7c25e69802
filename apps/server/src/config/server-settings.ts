import { defineSettings } from '@millrace/node-kit/settings/define-settings';

/** The server itself. */
export const serverSettings = defineSettings({
  host: {
    name: 'MILLRACE_HOST',
    kind: 'text',
    default: '127.0.0.1',
    text: 'Address to listen on; `0.0.0.0` for all.',
  },
  /** 0 selects a free port. */
  port: {
    name: 'MILLRACE_PORT',
    kind: 'whole',
    default: 8080,
    min: 0,
    max: 65_535,
    text: 'Port; `0` picks a free one.',
  },
  /** Without a trailing slash; undefined for the address that the server listens on. */
  publicUrl: {
    name: 'MILLRACE_URL',
    kind: 'base',
    unset: 'the listening address',
    text: 'Public URL, if it differs; it may have a path, as in `https://example.com/ci`. With `https:`, cookies are sent only over TLS. See [Behind a proxy](configuration.md#behind-a-proxy).',
  },
  trustedProxies: {
    name: 'MILLRACE_TRUSTED_PROXIES',
    kind: 'networks',
    text: 'Addresses and networks of proxies, separated by commas, whose `X-Forwarded-For` is trusted.',
  },
  dataDir: {
    name: 'MILLRACE_DATA',
    kind: 'path',
    default: '.millrace',
    text: 'Folder of all data: database, repositories, workspaces, key. See [Data](configuration.md#data).',
  },
  seed: {
    name: 'MILLRACE_SEED',
    kind: 'choice',
    choices: ['samples', 'none'],
    default: 'samples',
    text: '`none` does not create sample repositories.',
  },
  stopDelaySec: {
    name: 'MILLRACE_STOP_DELAY_SECONDS',
    kind: 'whole',
    default: 0,
    min: 0,
    max: 600,
    text: 'Time in which a stopping server fails `/readyz` but still serves requests, until load balancers send no new ones.',
  },
  drainSec: {
    name: 'MILLRACE_DRAIN_SECONDS',
    kind: 'whole',
    default: 0,
    min: 0,
    max: 86_400,
    text: 'Time that a stopping server gives to the running stages of its embedded runner.',
  },
  metrics: {
    name: 'MILLRACE_METRICS',
    kind: 'choice',
    choices: ['admins', 'everyone'],
    default: 'admins',
    text: 'Who may read `/metrics`; `everyone` requires no token. See [Monitoring](deployment.md#monitoring).',
  },
  approvals: {
    name: 'MILLRACE_APPROVALS',
    kind: 'choice',
    choices: ['writers', 'admins'],
    default: 'writers',
    text: 'Who approves and declines builds that wait for it: everyone with write permission, or with `admins` administrators of the repository, and nobody a build that they started. With `admins`, every build of a protected repository waits that no administrator asked for: by hand, as a restart, a promotion, a rollback or by a cron job that a writer changed last.',
  },
  scriptImports: {
    name: 'MILLRACE_SCRIPT_IMPORTS',
    kind: 'whole',
    default: 0,
    min: 0,
    max: 100,
    text: 'Maximum number of files, up to 100, that a Jsonnet or Starlark pipeline file imports from its repository; `0` allows none.',
  },
  cardNetworks: {
    name: 'MILLRACE_CARD_NETWORKS',
    kind: 'networks',
    text: 'Addresses and networks of your own, separated by commas, from which card templates may be fetched. See [Cards](configuration.md#cards).',
  },
});

/** Links in the UI. */
export const linkSettings = defineSettings({
  documentation: {
    name: 'MILLRACE_DOCS_URL',
    kind: 'url',
    unset: '`/docs/` on the server',
    text: 'Documentation and source of your installation, linked in the page footer.',
  },
  source: { name: 'MILLRACE_SOURCE_URL', kind: 'url' },
  privacy: {
    name: 'MILLRACE_PRIVACY_URL',
    kind: 'url',
    unset: 'a page of the server',
    text: 'Your privacy policy, linked where people register.',
  },
});
