import { classNames } from '../../lib/class-names.ts';
import rows from '../../ui/row-list.module.css';
import { Skeleton } from '../../ui/skeleton.tsx';
import css from './build-list.module.css';

const widths = ['62%', '45%', '70%', '52%', '48%', '66%', '41%', '57%'];

/** Placeholder while builds are loading. */
export function BuildListSkeleton() {
  return (
    <ul className={rows.list} aria-hidden="true">
      {widths.map((width) => (
        <li key={width} className={classNames(rows.row, rows.twoLines, css.row)}>
          <Skeleton width={16} height={16} />
          <Skeleton width={width} />
          <span className={css.who}>
            <Skeleton width="70%" />
          </span>
          <span className={classNames(rows.time, css.time)}>
            <Skeleton width={72} />
          </span>
          <span className={css.duration}>
            <Skeleton width={44} />
          </span>
        </li>
      ))}
    </ul>
  );
}
