import css from './skeleton.module.css';

interface SkeletonProps {
  width: number | string;
  height?: number;
}

/** A grey placeholder of the size of the content that will replace it. */
export function Skeleton({ width, height = 12 }: SkeletonProps) {
  return (
    <span className={css.skeleton} style={{ width, height }} data-skeleton aria-hidden="true" />
  );
}
