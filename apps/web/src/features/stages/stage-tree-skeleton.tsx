import { Skeleton } from '../../ui/skeleton.tsx';
import css from './stage-tree.module.css';

const widths = ['52%', '64%', '44%', '58%'];

export function StageTreeSkeleton() {
  return (
    <div className={css.tree} aria-hidden="true">
      {widths.map((width) => (
        <div key={width} className={css.row}>
          <Skeleton width={16} height={16} />
          <span className={css.name}>
            <Skeleton width={width} />
          </span>
          <Skeleton width={32} />
        </div>
      ))}
    </div>
  );
}
