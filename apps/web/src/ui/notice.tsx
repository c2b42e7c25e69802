import { CircleAlert } from 'lucide';
import type { ReactNode } from 'react';
import { classNames } from '../lib/class-names.ts';
import { Icon } from './icon.tsx';
import css from './notice.module.css';

export type Tone = 'danger' | 'warning' | 'success' | 'neutral';

export function Notice({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={classNames(css.notice, css[tone])}
    >
      <Icon icon={CircleAlert} />
      <div>{children}</div>
    </div>
  );
}
