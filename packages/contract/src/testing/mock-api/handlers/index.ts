import type { ApiCall } from '../../../api/index.ts';
import { accountHandlers } from './account.ts';
import { administrationHandlers } from './administration.ts';
import { announcementHandlers } from './announcement.ts';
import { artifactHandlers } from './artifacts.ts';
import { auditHandlers } from './audit.ts';
import { badgeHandlers } from './badges.ts';
import { bisectionHandlers } from './bisections.ts';
import { branchHandlers } from './branches.ts';
import { buildAccessHandlers } from './build-access.ts';
import { buildTrendHandlers } from './build-trends.ts';
import { buildHandlers } from './builds.ts';
import { cacheHandlers } from './caches.ts';
import { causeHandlers } from './causes.ts';
import { cronHandlers } from './crons.ts';
import { logHandlers } from './logs.ts';
import { memberHandlers } from './members.ts';
import { notificationHandlers } from './notifications.ts';
import type { EndpointHandler } from './on.ts';
import { organizationHandlers } from './organizations.ts';
import { ownerLimitHandlers } from './owner-limits.ts';
import { pipelinePlanHandlers } from './pipeline-plans.ts';
import { policyHandlers } from './policies.ts';
import { priorityHandlers } from './priorities.ts';
import { registryHandlers } from './registries.ts';
import { repoHandlers } from './repos.ts';
import { retentionHandlers } from './retention.ts';
import { runnerCredentialHandlers } from './runner-credentials.ts';
import { secondFactorHandlers } from './second-factor.ts';
import { secretHandlers } from './secrets.ts';
import { templateHandlers } from './templates.ts';
import { terminalHandlers } from './terminals.ts';
import { testHandlers } from './tests.ts';
import { usageHandlers } from './usage.ts';
import { userHandlers } from './users.ts';

/** Handlers of all endpoints that the mock answers. */
export const handlers: ReadonlyMap<ApiCall, EndpointHandler[1]> = new Map([
  ...accountHandlers,
  ...secondFactorHandlers,
  ...administrationHandlers,
  ...auditHandlers,
  ...repoHandlers,
  ...memberHandlers,
  ...announcementHandlers,
  ...organizationHandlers,
  ...badgeHandlers,
  ...ownerLimitHandlers,
  ...priorityHandlers,
  ...buildAccessHandlers,
  ...notificationHandlers,
  ...buildHandlers,
  ...buildTrendHandlers,
  ...branchHandlers,
  ...testHandlers,
  ...logHandlers,
  ...artifactHandlers,
  ...cacheHandlers,
  ...causeHandlers,
  ...bisectionHandlers,
  ...pipelinePlanHandlers,
  ...retentionHandlers,
  ...runnerCredentialHandlers,
  ...secretHandlers,
  ...registryHandlers,
  ...cronHandlers,
  ...templateHandlers,
  ...terminalHandlers,
  ...policyHandlers,
  ...usageHandlers,
  ...userHandlers,
]);
