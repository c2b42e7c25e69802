import type { SettingsSection } from '../domain-ui/settings-section.ts';
import { artifactSection } from '../features/artifacts/settings-section.tsx';
import { auditSection } from '../features/audit/settings-section.tsx';
import { badgeSection } from '../features/badges/settings-section.tsx';
import { buildAccessSection } from '../features/build-access/settings-section.tsx';
import { cacheSection } from '../features/caches/settings-section.tsx';
import { cronSection } from '../features/crons/settings-section.tsx';
import { memberSection } from '../features/members/settings-section.tsx';
import { notificationSection } from '../features/notifications/settings-section.tsx';
import { pipelineSection } from '../features/pipeline-editor/settings-section.tsx';
import { prioritySection } from '../features/priorities/settings-section.tsx';
import {
  organizationRegistrySection,
  registrySection,
} from '../features/registries/settings-section.tsx';
import { retentionSection } from '../features/retention/settings-section.tsx';
import {
  organizationRunnerSection,
  runnerSection,
} from '../features/runner-credentials/settings-section.tsx';
import { organizationSecretSection, secretSection } from '../features/secrets/settings-section.tsx';
import { templateSection } from '../features/templates/settings-section.tsx';

/** Sections of the settings of a repository, after the general ones. */
export const settingsSections: readonly SettingsSection[] = [
  secretSection,
  cronSection,
  badgeSection,
  pipelineSection,
  registrySection,
  artifactSection,
  cacheSection,
  memberSection,
  buildAccessSection,
  runnerSection,
  prioritySection,
  notificationSection,
  auditSection,
  retentionSection,
  organizationSecretSection,
  organizationRegistrySection,
  organizationRunnerSection,
  templateSection,
];
