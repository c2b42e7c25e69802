import css from './skeleton.module.css';

interface SkeletonProps {
  width: number | string;
  height?: number;
}

/** A grey stand-in of the size that the real thing will have. */
export function Skeleton({ width, height = 12 }: SkeletonProps) {
  return <span className={css.skeleton} style={{ width, height }} aria-hidden="true" />;
}
