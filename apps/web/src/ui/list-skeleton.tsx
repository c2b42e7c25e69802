import { Skeleton } from './skeleton.tsx';
import css from './table.module.css';

const widths = ['38%', '52%', '44%'];

/** Stands where a short table will be. */
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
