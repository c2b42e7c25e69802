import { useInfiniteQuery } from '@tanstack/react-query';
import { describeFailure } from '../../api/api-error.ts';
import type { RepoName } from '../../api/build-queries.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { useAddressParameters } from '../../lib/use-address-parameters.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterField } from '../../ui/filter-field.tsx';
import { Section } from '../../ui/section.tsx';
import { Select } from '../../ui/select.tsx';
import { Table } from '../../ui/table.tsx';
import css from './audit-panel.module.css';
import { type AuditFilter, auditQuery, exportUrl } from './audit-queries.ts';
import { actionText, detailsText, objectText, originText } from './audit-view.ts';
import { auditMessages } from './messages.ts';

/** Lists recorded changes, of a repository or of the whole server, and exports them. */
export function AuditPanel({ repo }: { repo?: RepoName }) {
  const { common } = useMessages();
  const text = useTexts(auditMessages);
  const [parameters, change] = useAddressParameters();
  const read = (name: keyof AuditFilter) => parameters.get(name) ?? '';
  const filter: AuditFilter = { actor: read('actor'), area: read('area'), repo: read('repo') };
  const actor = useDebounced(filter.actor);
  const slug = useDebounced(filter.repo);
  const found = useInfiniteQuery(auditQuery(repo, { ...filter, actor, repo: slug }));
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = found;
  const events = data?.pages.flat();
  const isFiltered = Object.values(filter).some(Boolean);
  return (
    <Section
      title={text.title}
      action={
        <a className={buttonClass()} href={exportUrl(repo, filter)} download>
          {text.export}
        </a>
      }
    >
      <div className={css.filters}>
        <FilterField
          label={text.filterActor}
          value={filter.actor}
          onChange={(login) => change({ actor: login })}
        />
        {!repo && (
          <FilterField
            label={text.filterRepo}
            value={filter.repo}
            onChange={(name) => change({ repo: name })}
          />
        )}
        <Select
          label={text.action}
          value={filter.area}
          options={[
            { value: '', label: text.anyArea },
            ...Object.entries(text.areas).map(([value, label]) => ({ value, label })),
          ]}
          onChange={(area) => change({ area })}
        />
      </div>
      {isPending && <p>{common.loading}</p>}
      {!events && error && <LoadFailure {...describeFailure(error)} onRetry={refetch} />}
      {events?.length === 0 && isFiltered && <p role="status">{text.noMatch}</p>}
      {events?.length === 0 && !isFiltered && (
        <EmptyState title={text.emptyTitle} detail={text.empty} />
      )}
      {events && events.length > 0 && (
        <Table
          label={text.title}
          columns={[text.time, text.actor, text.action, text.object, text.details, text.origin]}
        >
          {events.map((event) => (
            <tr key={event.id}>
              <td>
                <RelativeTime timeSec={Math.floor(event.time / 1000)} />
              </td>
              <td>{event.actor || '–'}</td>
              <td>{actionText(event, text)}</td>
              <td>{objectText(event) || '–'}</td>
              <td>{detailsText(event) || '–'}</td>
              <td>{originText(event, text)}</td>
            </tr>
          ))}
        </Table>
      )}
      {hasNextPage && (
        <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {text.more}
        </Button>
      )}
    </Section>
  );
}
