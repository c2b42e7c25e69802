import { Skeleton } from './skeleton.tsx';
import css from './table.module.css';

const widths = ['38%', '52%', '44%'];

/** Placeholder of a short table that is loading. */
export function ListSkeleton() {
  return (
    <div className={css.scroller} aria-hidden="true">
      {widths.map((width) => (
        <div key={width} className={css.skeletonRow}>
          <Skeleton width={width} />
        </div>
      ))}
    </div>
  );
}
