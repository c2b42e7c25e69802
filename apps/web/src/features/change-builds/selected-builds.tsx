import type { Build } from '@millrace/contract/api';
import { useState } from 'react';
import { errorText } from '../../api/api-error.ts';
import type { RepoName } from '../../api/build-queries.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { type BuildChange, buildChanges, changeAll, isPossible } from './build-changes.ts';
import { changeBuild } from './change-build.ts';
import { changeMessages } from './messages.ts';
import css from './selected-builds.module.css';

/** Builds that are selected with one click. */
const maxSelected = 1000;

interface SelectedBuildsProps {
  repo: RepoName;
  chosen: ReadonlyMap<number, Build>;
  shown: readonly Build[];
  /** Number of all builds of the list; undefined if it is not known. */
  total: number | undefined;
  readAll: (limit: number) => Promise<Build[]>;
  refresh: () => void;
  onChoose: (builds: readonly Build[]) => void;
  onEnd: () => void;
}

/** Bar below a list whose builds are selected: what can be done with them. */
export function SelectedBuilds(props: SelectedBuildsProps) {
  const { repo, chosen, shown, total, readAll, refresh, onChoose, onEnd } = props;
  const text = useTexts(changeMessages);
  const [asked, setAsked] = useState<BuildChange | null>(null);
  const { progress, run, stop } = useChanges(repo, refresh);
  // A selected build may have finished meanwhile.
  const current = new Map(shown.map((build) => [build.number, build]));
  const builds = [...chosen.values()].map((build) => current.get(build.number) ?? build);
  const numbersOf = (change: BuildChange) =>
    builds.filter((build) => isPossible(change, build)).map(({ number }) => number);
  const selectAll = () =>
    readAll(maxSelected).then(onChoose, (error: Error) =>
      showToast('error', text.readFailed(errorText(error))),
    );
  const hasMore = total === undefined || total > shown.length;
  return (
    <section className={css.bar} aria-label={text.label}>
      <p className={css.count} role="status">
        {progress ? text.progress(progress.done, progress.all) : text.selected(builds.length)}
      </p>
      {progress ? (
        <Button size="small" onClick={stop}>
          {text.stop}
        </Button>
      ) : (
        <>
          {chosen.size < shown.length && (
            <Button kind="ghost" size="small" onClick={() => onChoose(shown)}>
              {text.shown(shown.length)}
            </Button>
          )}
          {hasMore && (
            <Button kind="ghost" size="small" onClick={() => void selectAll()}>
              {total !== undefined && total <= maxSelected
                ? text.all(total)
                : text.newest(maxSelected)}
            </Button>
          )}
          {chosen.size > 0 && (
            <Button kind="ghost" size="small" onClick={() => onChoose([])}>
              {text.none}
            </Button>
          )}
          <span className={css.actions}>
            {buildChanges.map((change) => {
              const count = numbersOf(change).length;
              return (
                <Button
                  key={change}
                  size="small"
                  disabled={count === 0}
                  onClick={() => setAsked(change)}
                >
                  {text.actions[change](count)}
                </Button>
              );
            })}
            <Button size="small" onClick={onEnd}>
              {text.done}
            </Button>
          </span>
        </>
      )}
      {asked && (
        <ConfirmDialog
          question={text.questions[asked](numbersOf(asked).length)}
          detail={text.details[asked]}
          action={text.actions[asked](numbersOf(asked).length)}
          isOpen
          onConfirm={() => void run(asked, numbersOf(asked)).then(() => onChoose([]))}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  );
}

/** Runs a change of several builds, and tells how far it is. */
function useChanges(repo: RepoName, refresh: () => void) {
  const text = useTexts(changeMessages);
  const [running, setRunning] = useState<{ stop: AbortController; done: number; all: number }>();
  const run = async (change: BuildChange, numbers: readonly number[]) => {
    const stop = new AbortController();
    const tell = (done: number) => setRunning({ stop, done, all: numbers.length });
    tell(0);
    const { changed, failures } = await changeAll(
      numbers,
      (number) => changeBuild(change, repo, number),
      { signal: stop.signal, onProgress: tell },
    );
    setRunning(undefined);
    refresh();
    const [first] = failures;
    if (first) {
      showToast('error', text.failed(failures.length, first.number, errorText(first.error)));
    } else showToast('success', text.changed(changed));
  };
  return { progress: running, run, stop: () => running?.stop.abort() };
}
