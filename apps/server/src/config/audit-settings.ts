import { defineSettings } from '@millrace/node-kit/settings/define-settings';

export const auditSettings = defineSettings({
  auditDays: {
    name: 'MILLRACE_AUDIT_DAYS',
    kind: 'whole',
    default: 365,
    min: 0,
    max: 36_500,
    text: 'Days until an event of the audit log is deleted; `0` keeps events without expiry.',
  },
});
