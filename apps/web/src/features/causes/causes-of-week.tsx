import { useQuery } from '@tanstack/react-query';
import { describeFailure } from '../../api/api-error.ts';
import type { RepoName } from '../../api/build-queries.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { useAddressParameters } from '../../lib/use-address-parameters.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { Section } from '../../ui/section.tsx';
import { causesOfWeekQuery } from './cause-page-queries.ts';
import { CauseRow } from './cause-row.tsx';
import css from './causes.module.css';
import { FailureSearch } from './failure-search.tsx';
import { causeMessages } from './messages.ts';
import { WeekPicker } from './week-picker.tsx';

const minuteSec = 60;

/** Causes of failures in a week, of a repository or of all repositories of the account. */
export function CausesOfWeek({ repo }: { repo?: RepoName }) {
  const text = useTexts(causeMessages);
  const [parameters, change] = useAddressParameters();
  const { data, error, refetch, isPlaceholderData } = useQuery(
    causesOfWeekQuery(repo, parameters.get('week') ?? ''),
  );
  if (!data) {
    if (!error) return <ListSkeleton />;
    return <LoadFailure title={text.loadFailed} {...describeFailure(error)} onRetry={refetch} />;
  }
  const { week, causes, gone, total } = data;
  const minutesLost = Math.round(total.lost / minuteSec);
  return (
    <div className={css.page} aria-busy={isPlaceholderData}>
      <div className={css.tools}>
        <WeekPicker
          week={week}
          nowSec={Date.now() / 1000}
          onChange={(day) => change({ week: day })}
        />
        <p className={css.totals} role="status">
          {total.failures > 0 && (
            <>
              <span>{text.failures(total.failures)}</span>
              <span>{text.recovered(total.recovered)}</span>
              {minutesLost > 0 && <span>{text.lost(minutesLost)}</span>}
            </>
          )}
        </p>
        <FailureSearch repo={repo} />
      </div>
      {causes.length === 0 ? (
        <EmptyState title={text.empty} detail={text.emptyDetail} />
      ) : (
        <Section title={text.causes}>
          <ol className={css.list}>
            {causes.map((cause) => (
              <CauseRow key={cause.id} cause={cause} repo={repo} />
            ))}
          </ol>
        </Section>
      )}
      {gone.length > 0 && (
        <Section title={text.gone}>
          <ol className={css.list}>
            {gone.map((cause) => (
              <CauseRow key={cause.id} cause={{ ...cause, is_new: false }} repo={repo} />
            ))}
          </ol>
        </Section>
      )}
    </div>
  );
}
