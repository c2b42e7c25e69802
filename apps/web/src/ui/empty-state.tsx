import type { ReactNode } from 'react';
import css from './empty-state.module.css';

interface EmptyStateProps {
  title: string;
  detail?: string;
  action?: ReactNode;
}

export function EmptyState({ title, detail, action }: EmptyStateProps) {
  return (
    <div className={css.empty}>
      <p className={css.title}>{title}</p>
      {detail && <p className={css.detail}>{detail}</p>}
      {action && <div className={css.action}>{action}</div>}
    </div>
  );
}
