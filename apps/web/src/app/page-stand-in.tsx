import { useMessages } from '../lib/i18n/messages.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import css from './page-stand-in.module.css';

/** Stands where a page will, until its code is there. */
export function PageStandIn() {
  const { common } = useMessages();
  return (
    <div className={css.standIn} aria-busy="true">
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
