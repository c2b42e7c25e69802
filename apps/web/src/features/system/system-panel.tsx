import { useQuery } from '@tanstack/react-query';
import { describeFailure } from '../../api/api-error.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { Section } from '../../ui/section.tsx';
import { systemMessages } from './messages.ts';
import { SettingsTable } from './settings-table.tsx';
import { StatusList } from './status-list.tsx';
import { settingsQuery, systemStatusQuery } from './system-queries.ts';

/** State of the server, and its settings. */
export function SystemPanel() {
  const text = useTexts(systemMessages);
  const status = useQuery(systemStatusQuery);
  const settings = useQuery(settingsQuery);
  return (
    <>
      <Section title={text.title}>
        {status.data ? <StatusList status={status.data} /> : <Loading {...status} />}
      </Section>
      <Section title={text.settings}>
        {settings.data ? <SettingsTable settings={settings.data} /> : <Loading {...settings} />}
      </Section>
    </>
  );
}

function Loading({ error, refetch }: { error: Error | null; refetch: () => unknown }) {
  return error ? <LoadFailure {...describeFailure(error)} onRetry={refetch} /> : <ListSkeleton />;
}
