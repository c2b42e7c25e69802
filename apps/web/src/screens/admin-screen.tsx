import type { ComponentType } from 'react';
import { useParams } from 'react-router';
import { AllReposPanel } from '../features/all-repos/all-repos-panel.tsx';
import { JobPanel } from '../features/jobs/job-panel.tsx';
import { QueuePanel } from '../features/queue/queue-panel.tsx';
import { RegistryPanel } from '../features/registries/registry-panel.tsx';
import { RunnerPanel } from '../features/runners/runner-panel.tsx';
import { SecretPanel } from '../features/secrets/secret-panel.tsx';
import { SystemPanel } from '../features/system/system-panel.tsx';
import { useAdminMessages } from '../lib/i18n/admin-messages.ts';
import { AdminPage } from './admin-page.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';

type Subject = 'queue' | 'runners' | 'repos' | 'secrets' | 'registries' | 'jobs' | 'system';

/** Content of each page, and the catalogue entry with its title, by the last part of the path. */
const pages: ReadonlyMap<string, readonly [subject: Subject, Panel: ComponentType]> = new Map([
  ['queue', ['queue', QueuePanel]],
  ['runners', ['runners', RunnerPanel]],
  ['repositories', ['repos', AllReposPanel]],
  ['secrets', ['secrets', () => <SecretPanel owner="server" />]],
  ['registries', ['registries', () => <RegistryPanel owner="server" />]],
  ['jobs', ['jobs', JobPanel]],
  ['system', ['system', SystemPanel]],
]);

/** A page of System Administration, except accounts and the audit log. */
export function AdminScreen() {
  const text = useAdminMessages();
  const page = pages.get(useParams().page ?? '');
  if (!page) return <NotFoundScreen />;
  const [subject, Panel] = page;
  return (
    <AdminPage title={text[subject].title}>
      <Panel />
    </AdminPage>
  );
}
