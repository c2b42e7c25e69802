import { useMessages } from '../lib/i18n/messages.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import css from './page-placeholder.module.css';

/** Skeleton of a page whose code is being loaded. */
export function PagePlaceholder() {
  const { common } = useMessages();
  return (
    <div className={css.placeholder} aria-busy="true">
      <span className="visually-hidden">{common.loading}</span>
      <div className={css.head}>
        <Skeleton width={140} height={14} />
        <Skeleton width={260} height={22} />
      </div>
      <div className={css.body}>
        {['70%', '45%', '60%'].map((width) => (
          <Skeleton key={width} width={width} height={16} />
        ))}
      </div>
    </div>
  );
}
