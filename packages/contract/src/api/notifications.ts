import { defineCall } from './endpoint.ts';
import type * as schema from './notifications.schema.ts';

const repoPath = '/api/repos/:namespace/:name/notifications';

const ownPath = '/api/user/notifications';

export const listSubscriptions = defineCall<typeof schema.listSubscriptions>()('GET', repoPath);

export const createSubscription = defineCall<typeof schema.createSubscription>()('POST', repoPath);

export const previewNotification = defineCall<typeof schema.previewNotification>()(
  'POST',
  `${repoPath}/preview`,
);

export const updateSubscription = defineCall<typeof schema.updateSubscription>()(
  'PATCH',
  `${repoPath}/:subscription`,
);

export const deleteSubscription = defineCall<typeof schema.deleteSubscription>()(
  'DELETE',
  `${repoPath}/:subscription`,
);

export const testSubscription = defineCall<typeof schema.testSubscription>()(
  'POST',
  `${repoPath}/:subscription/test`,
);

export const listNotificationDeliveries = defineCall<typeof schema.listNotificationDeliveries>()(
  'GET',
  `${repoPath}/:subscription/deliveries`,
);

export const resendNotification = defineCall<typeof schema.resendNotification>()(
  'POST',
  `${repoPath}/:subscription/deliveries/:delivery`,
);

export const listPersonalSubscriptions = defineCall<typeof schema.listPersonalSubscriptions>()(
  'GET',
  ownPath,
);

export const createPersonalSubscription = defineCall<typeof schema.createPersonalSubscription>()(
  'POST',
  ownPath,
);

export const previewPersonalNotification = defineCall<typeof schema.previewPersonalNotification>()(
  'POST',
  `${ownPath}/preview`,
);

export const updatePersonalSubscription = defineCall<typeof schema.updatePersonalSubscription>()(
  'PATCH',
  `${ownPath}/:subscription`,
);

export const deletePersonalSubscription = defineCall<typeof schema.deletePersonalSubscription>()(
  'DELETE',
  `${ownPath}/:subscription`,
);

export const testPersonalSubscription = defineCall<typeof schema.testPersonalSubscription>()(
  'POST',
  `${ownPath}/:subscription/test`,
);

export const listPersonalNotificationDeliveries = defineCall<
  typeof schema.listPersonalNotificationDeliveries
>()('GET', `${ownPath}/:subscription/deliveries`);

export const resendPersonalNotification = defineCall<typeof schema.resendPersonalNotification>()(
  'POST',
  `${ownPath}/:subscription/deliveries/:delivery`,
);
