import type { KindHandler } from '../kind-handler.ts';
import type { Kind } from '../resource.ts';
import { cronKind } from './crons.ts';
import { notificationKind } from './notifications.ts';
import { organizationKind, organizationMemberKind, templateKind } from './organizations.ts';
import { memberKind, repositoryKind } from './repositories.ts';
import {
  artifactLimitsKind,
  cacheLimitsKind,
  protectedRefsKind,
  retentionKind,
} from './repository-parts.ts';
import { registryKind, secretKind } from './secrets.ts';
import { teamGroupKind, teamKind, teamMemberKind, teamRepositoryKind } from './teams.ts';

export const kindHandlers: Readonly<Record<Kind, KindHandler>> = {
  organization: organizationKind,
  organization_member: organizationMemberKind,
  repository: repositoryKind,
  member: memberKind,
  team: teamKind,
  team_repository: teamRepositoryKind,
  team_member: teamMemberKind,
  team_group: teamGroupKind,
  secret: secretKind,
  registry: registryKind,
  template: templateKind,
  retention: retentionKind,
  artifact_limits: artifactLimitsKind,
  cache_limits: cacheLimitsKind,
  protected_refs: protectedRefsKind,
  cron: cronKind,
  notification: notificationKind,
};
