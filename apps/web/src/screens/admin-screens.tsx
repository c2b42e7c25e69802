import { AllReposPanel } from '../features/all-repos/all-repos-panel.tsx';
import { JobPanel } from '../features/jobs/job-panel.tsx';
import { QueuePanel } from '../features/queue/queue-panel.tsx';
import { RunnerPanel } from '../features/runners/runner-panel.tsx';
import { SystemPanel } from '../features/system/system-panel.tsx';
import { useAdminMessages } from '../lib/i18n/admin-messages.ts';
import { AdminPage } from './admin-page.tsx';

/** The queue of the whole server. */
export function QueueScreen() {
  return (
    <AdminPage title={useAdminMessages().queue.title}>
      <QueuePanel />
    </AdminPage>
  );
}

/** The runners of the server. */
export function RunnersScreen() {
  return (
    <AdminPage title={useAdminMessages().runners.title}>
      <RunnerPanel />
    </AdminPage>
  );
}

/** The repositories of all accounts. */
export function AllReposScreen() {
  return (
    <AdminPage title={useAdminMessages().repos.title}>
      <AllReposPanel />
    </AdminPage>
  );
}

/** Background jobs of the server. */
export function JobsScreen() {
  return (
    <AdminPage title={useAdminMessages().jobs.title}>
      <JobPanel />
    </AdminPage>
  );
}

/** State and settings of the server. */
export function SystemScreen() {
  return (
    <AdminPage title={useAdminMessages().system.title}>
      <SystemPanel />
    </AdminPage>
  );
}
