import type { Build } from '@millrace/contract/api';
import { Skeleton } from '../../ui/skeleton.tsx';
import { isFailureOpen } from './failure-fold.ts';
import css from './failure-summary.module.css';
import { listFailures } from './stage-tree-view.ts';

/** So many of the steps that failed are told of unasked. */
export const shownFailures = 3;

/** Stands for what is said of a failure, as high as that will be where no line of it breaks. */
export function FailureSkeleton({ build }: { build: Build }) {
  const failed = listFailures(build).slice(0, shownFailures);
  return (
    <div className={css.summary} aria-hidden="true">
      <Line width={180} />
      {isFailureOpen() && (
        <>
          {build.tests !== undefined && build.tests.failed > 0 && (
            <Line width={120} look={css.since} />
          )}
          <div className={css.steps}>
            {failed.map(({ stage, step }) => (
              <div key={`${stage}/${step}`} className={css.step}>
                <Line width={220} look={css.facts} />
                <Skeleton width="70%" height={24} />
              </div>
            ))}
          </div>
          <Line width={260} look={css.since} />
        </>
      )}
    </div>
  );
}

function Line({ width, look }: { width: number; look?: string | undefined }) {
  return (
    <p className={look}>
      <span>
        <Skeleton width={width} />
      </span>
    </p>
  );
}
