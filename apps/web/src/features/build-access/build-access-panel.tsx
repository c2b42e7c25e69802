import type { Repo } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { describeFailure } from '../../api/api-error.ts';
import { loadState } from '../../api/load-state.ts';
import { LiveTable } from '../../domain-ui/live-table.tsx';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { ListPanel } from '../../ui/list-panel.tsx';
import { Section } from '../../ui/section.tsx';
import { AddRepositoryDialog } from './add-repository-dialog.tsx';
import { buildAccessQuery } from './build-access-queries.ts';
import { BuildAccessTable } from './build-access-table.tsx';
import { buildAccessMessages } from './messages.ts';

/** The other repositories that builds of a repository may read, and those whose builds may read the repository. */
export function BuildAccessPanel({ repo }: { repo: Repo }) {
  const text = useTexts(buildAccessMessages);
  const { data: targets, error, refetch } = useQuery(buildAccessQuery(repo, 'targets'));
  const readers = useQuery(buildAccessQuery(repo, 'readers'));
  return (
    <>
      <ListPanel
        title={text.targets.title}
        add={text.add}
        hint={text.targets.hint}
        empty={{ title: text.targets.emptyTitle, detail: text.targets.empty }}
        items={targets}
        failure={error && <LoadFailure {...describeFailure(error)} onRetry={refetch} />}
        table={(items) => <BuildAccessTable repo={repo} side="targets" items={items} />}
        dialog={(state) => <AddRepositoryDialog repo={repo} {...state} />}
      />
      <Section title={text.readers.title}>
        <p>{text.readers.hint}</p>
        <LiveTable
          {...loadState(readers)}
          isEmpty={readers.data?.length === 0}
          emptyTitle={text.readers.emptyTitle}
          empty={text.readers.empty}
        >
          <BuildAccessTable repo={repo} side="readers" items={readers.data ?? []} />
        </LiveTable>
      </Section>
    </>
  );
}
