import { defineSettings } from '@millrace/node-kit/settings/define-settings';

export const queueSettings = defineSettings({
  infrastructureRetries: {
    name: 'MILLRACE_INFRASTRUCTURE_RETRIES',
    kind: 'whole',
    default: 0,
    min: 0,
    max: 10,
    text: 'Number of times, up to 10, that a stage runs again by itself if its runner was lost or stopped, an image could not be pulled, or the disk was full.',
  },
  raiseMinutes: {
    name: 'MILLRACE_QUEUE_RAISE_MINUTES',
    kind: 'whole',
    default: 30,
    min: 1,
    max: 10_080,
    text: 'Minutes after which the priority of a stage that waits for a runner rises by one step, so that it does not wait without end behind others.',
  },
  maxWaitHours: {
    name: 'MILLRACE_QUEUE_MAX_HOURS',
    kind: 'whole',
    default: 0,
    min: 0,
    max: 87_600,
    text: 'Hours after which a stage ends in error that no runner has started; `0` means never. A paused queue ends none.',
  },
});
