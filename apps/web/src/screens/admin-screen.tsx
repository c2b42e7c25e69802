import type { ComponentType } from 'react';
import { useParams } from 'react-router';
import { lazyPart } from '../domain-ui/lazy-part.tsx';
import { AllReposPanel } from '../features/all-repos/all-repos-panel.tsx';
import { allReposMessages } from '../features/all-repos/messages.ts';
import { AnnouncementPanel } from '../features/announcement/announcement-panel.tsx';
import { announcementMessages } from '../features/announcement/messages.ts';
import { auditMessages } from '../features/audit/messages.ts';
import { JobPanel } from '../features/jobs/job-panel.tsx';
import { jobMessages } from '../features/jobs/messages.ts';
import { OrganizationsPanel } from '../features/organizations/organizations-panel.tsx';
import { peopleMessages } from '../features/organizations/people-messages.ts';
import { policyMessages } from '../features/policies/messages.ts';
import { queueMessages } from '../features/queue/messages.ts';
import { QueuePanel } from '../features/queue/queue-panel.tsx';
import { RegistryPanel } from '../features/registries/registry-panel.tsx';
import { runnerMessages } from '../features/runners/messages.ts';
import { RunnerPanel } from '../features/runners/runner-panel.tsx';
import { SecretPanel } from '../features/secrets/secret-panel.tsx';
import { systemMessages } from '../features/system/messages.ts';
import { SystemPanel } from '../features/system/system-panel.tsx';
import { usageMessages } from '../features/usage/messages.ts';
import type { AdminPageName } from '../lib/admin-pages.ts';
import { useTexts } from '../lib/i18n/messages.tsx';
import type { Text } from '../lib/i18n/texts.ts';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { adminMessages } from './admin-messages.ts';
import { AdminPage } from './admin-page.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';

const OwnerLimitsPanel = lazyPart(
  () => import('../features/owner-limits/owner-limits-panel.tsx'),
  'OwnerLimitsPanel',
  { instead: () => <ListSkeleton /> },
);
const CredentialPanel = lazyPart(
  () => import('../features/runner-credentials/credential-panel.tsx'),
  'CredentialPanel',
  { instead: () => <ListSkeleton /> },
);
const AuditPanel = lazyPart(() => import('../features/audit/audit-panel.tsx'), 'AuditPanel', {
  instead: () => <ListSkeleton />,
});

const UsagePanel = lazyPart(() => import('../features/usage/usage-panel.tsx'), 'UsagePanel', {
  instead: () => <ListSkeleton />,
});

const PolicyPanel = lazyPart(() => import('../features/policies/policy-panel.tsx'), 'PolicyPanel', {
  instead: () => <ListSkeleton />,
});

function AllRunners() {
  return (
    <>
      <RunnerPanel />
      <CredentialPanel owner="server" />
    </>
  );
}

function Organizations() {
  return (
    <>
      <OrganizationsPanel />
      <OwnerLimitsPanel />
    </>
  );
}

/** Title and content of each page, by the last part of the path. */
const pages: Partial<Record<AdminPageName, readonly [title: Text, Panel: ComponentType]>> = {
  queue: [queueMessages.title, QueuePanel],
  runners: [runnerMessages.title, AllRunners],
  repositories: [allReposMessages.title, AllReposPanel],
  organizations: [peopleMessages.list.title, Organizations],
  secrets: [adminMessages.serverSecrets, () => <SecretPanel owner="server" />],
  registries: [adminMessages.serverRegistries, () => <RegistryPanel owner="server" />],
  audit: [auditMessages.title, () => <AuditPanel />],
  policies: [policyMessages.title, PolicyPanel],
  usage: [usageMessages.title, UsagePanel],
  announcement: [announcementMessages.title, AnnouncementPanel],
  jobs: [jobMessages.title, JobPanel],
  system: [systemMessages.title, SystemPanel],
};

/** A page of System Administration, except accounts. */
export function AdminScreen() {
  const name = useParams().page as AdminPageName;
  const page = Object.hasOwn(pages, name) ? pages[name] : undefined;
  if (!page) return <NotFoundScreen />;
  return <TitledPage name={name} title={page[0]} Panel={page[1]} />;
}

interface TitledPageProps {
  name: AdminPageName;
  title: Text;
  Panel: ComponentType;
}

function TitledPage({ name, title, Panel }: TitledPageProps) {
  return (
    <AdminPage page={name} title={useTexts(title)}>
      <Panel />
    </AdminPage>
  );
}
