import type { ChangedPart, TestedBuild } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { describeFailure } from '../../api/api-error.ts';
import type { RepoName } from '../../api/build-queries.ts';
import { planMessages } from '../../domain-ui/plan-messages.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { pipelineEditorMessages } from './messages.ts';
import css from './pipeline-editor.module.css';
import { backTestQuery } from './pipeline-editor-queries.ts';

interface HistoryTableProps {
  repo: RepoName;
  edited: { text: string; branch: string };
}

const marks: Record<ChangedPart['change'], string> = { added: '+', removed: '−', policy: '~' };

/** Lists the last builds, with what they would have run under the edited text. */
export function HistoryTable({ repo, edited }: HistoryTableProps) {
  const text = useTexts(pipelineEditorMessages);
  const { data, error, isPlaceholderData } = useQuery(backTestQuery(repo, edited));
  const builds = data?.builds ?? [];
  const changed = builds.filter(isChanged);
  const sharedError = findSharedError(builds);
  return (
    <Section title={text.history}>
      {error && !isPlaceholderData && (
        <Notice tone="danger">{describeFailure(error).message}</Notice>
      )}
      {!data && !error && <ListSkeleton />}
      {data && (
        <div className={css.history} aria-busy={isPlaceholderData}>
          <p role="status">
            {sharedError
              ? text.noneCouldStart(builds.length, sharedError)
              : text.differ(changed.length, builds.length)}
          </p>
          {builds.length > 0 && !sharedError && (
            <ol className={css.builds}>
              {builds.map((build) => (
                <li key={build.number} data-changed={isChanged(build)}>
                  <BuildRow slug={`${repo.namespace}/${repo.name}`} build={build} />
                </li>
              ))}
            </ol>
          )}
        </div>
      )}
    </Section>
  );
}

function isChanged({ changes, error }: TestedBuild): boolean {
  return changes.length > 0 || error !== '';
}

/** Returns the error of a file with which none of several builds could start. */
function findSharedError([first, ...others]: readonly TestedBuild[]): string | undefined {
  const isShared = others.length > 0 && others.every(({ error }) => error === first?.error);
  return isShared ? first?.error : undefined;
}

function BuildRow({ slug, build }: { slug: string; build: TestedBuild }) {
  const text = useTexts(pipelineEditorMessages);
  const planText = useTexts(planMessages);
  const { number, event, title, changes, error, incomparable, stages, seconds } = build;
  const more = build.more_changes ?? 0;
  const notes = [
    ...(more > 0 && !error ? [text.moreChanges(more)] : []),
    ...(incomparable ? [text.incomparable(incomparable)] : []),
    ...(error ? [planText.couldNotStart(error)] : []),
    ...(!error && !incomparable && stages === 0 ? [text.noBuild] : []),
    ...(build.unknown_paths ? [text.unknownPaths] : []),
    ...(!error && !incomparable && seconds.before !== seconds.after
      ? [text.time(seconds.before, seconds.after)]
      : []),
    ...(build.unknown_durations.length > 0 && changes.length > 0
      ? [text.unknownDurations(build.unknown_durations.join(', '))]
      : []),
  ];
  return (
    <>
      <p className={css.head}>
        <Link to={paths.build(slug, number)}>#{number}</Link>
        <span>{planText.events[event]}</span>
        <span className={css.title}>{title}</span>
        {!isChanged(build) && !incomparable && <span className={css.mark}>{text.same}</span>}
      </p>
      {changes.length > 0 && !error && (
        <ul>
          {changes.map(({ stage, step, change, reason }) => (
            <li key={`${stage} ${step} ${change}`} data-change={change}>
              <span aria-hidden="true">{marks[change]} </span>
              {text.changes[change](step === undefined ? stage : `${stage} › ${step}`)}
              {reason && <span className={css.reason}> {reason}</span>}
            </li>
          ))}
        </ul>
      )}
      {notes.map((note) => (
        <p key={note} className={css.reason}>
          {note}
        </p>
      ))}
    </>
  );
}
