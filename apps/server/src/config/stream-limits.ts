import { defineSettings, type SettingValues } from '@millrace/node-kit/settings/define-settings';

/** Maximum number of open event streams. */
export const streamSettings = defineSettings({
  inAll: {
    name: 'MILLRACE_STREAMS',
    kind: 'whole',
    default: 12_000,
    min: 1,
    max: 1_000_000,
    text: 'Open event streams; then 429 with `Retry-After`.',
  },
  perAccount: {
    name: 'MILLRACE_STREAMS_PER_ACCOUNT',
    kind: 'whole',
    default: 250,
    min: 1,
    max: 1_000_000,
    text: 'Open event streams of an account, and of an address (IPv6: one /64).',
  },
  perAddress: {
    name: 'MILLRACE_STREAMS_PER_ADDRESS',
    kind: 'whole',
    default: 2000,
    min: 1,
    max: 1_000_000,
  },
});

export type StreamLimits = SettingValues<typeof streamSettings>;
