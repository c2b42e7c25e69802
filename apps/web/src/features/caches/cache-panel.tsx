import type { Caches } from '@millrace/contract/api';
import { formatSize } from '@millrace/contract/format-size';
import { useQuery } from '@tanstack/react-query';
import type { RepoName } from '../../api/build-queries.ts';
import { loadState } from '../../api/load-state.ts';
import { LiveTable } from '../../domain-ui/live-table.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Section } from '../../ui/section.tsx';
import { CacheLimitsForm } from './cache-limits-form.tsx';
import { cachesQuery } from './cache-queries.ts';
import { CacheTable } from './cache-table.tsx';
import css from './caches.module.css';
import { DeleteAllCaches } from './delete-all-caches.tsx';
import { LookupTable } from './lookup-table.tsx';
import { cacheMessages } from './messages.ts';

interface CachePanelProps {
  repo: RepoName;
  canAdminister: boolean;
}

/** The caches of a repository, and the newest lookups of its builds. */
export function CachePanel({ repo, canAdminister }: CachePanelProps) {
  const text = useTexts(cacheMessages);
  const query = useQuery(cachesQuery(repo));
  const { entries = [], lookups = [] } = query.data ?? {};
  const state = loadState(query);
  const deleteAll = canAdminister && entries.length > 0 && <DeleteAllCaches repo={repo} />;
  return (
    <div className={css.panel}>
      <Section title={text.title} action={deleteAll}>
        {query.data && <Facts {...query.data} />}
        <LiveTable
          {...state}
          isEmpty={entries.length === 0}
          emptyTitle={text.empty}
          empty={text.emptyDetail}
        >
          <CacheTable repo={repo} caches={entries} canDelete={canAdminister} />
        </LiveTable>
      </Section>
      {state.isLoaded && (
        <Section title={text.lookups}>
          <LiveTable
            {...state}
            isEmpty={lookups.length === 0}
            emptyTitle={text.noLookups}
            empty={text.noLookupsDetail}
          >
            <LookupTable repo={repo} lookups={lookups} />
          </LiveTable>
        </Section>
      )}
      {canAdminister && query.data && (
        <CacheLimitsForm key={JSON.stringify(query.data.own)} repo={repo} {...query.data} />
      )}
    </div>
  );
}

function Facts({ used, limits }: Pick<Caches, 'used' | 'limits'>) {
  const text = useTexts(cacheMessages);
  const { days, repo_bytes } = limits;
  return (
    <p className={css.facts}>
      {text.usage(formatSize(used), formatSize(repo_bytes))} {days > 0 && text.expiry(days)}
    </p>
  );
}
