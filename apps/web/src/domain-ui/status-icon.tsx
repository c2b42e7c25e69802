import { classNames } from '../lib/class-names.ts';
import { useTexts } from '../lib/i18n/messages.tsx';
import type { ShownStatus } from './shown-status.ts';
import css from './status-icon.module.css';
import { statusMessages } from './status-messages.ts';
import { statusShape } from './status-shape.ts';

const glyphs = {
  check: 'm4.75 8.25 2.25 2.25 4.25-4.75',
  cross: 'm5.5 5.5 5 5m0-5-5 5',
  dash: 'M4.75 8h6.5',
  mark: 'M8 4.25v4.5M8 11.5v.01',
  start: 'M6.5 5v6l4.500-3z',
} as const;

interface StatusIconProps {
  status: ShownStatus;
  size?: number;
  /** Set if the status is also shown as text beside the icon. */
  isDecorative?: boolean;
}

/** A status as an icon with shape, colour and accessible name. */
export function StatusIcon({ status, size = 16, isDecorative = false }: StatusIconProps) {
  const name = useTexts(statusMessages)[status];
  const naming = isDecorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name };
  return (
    <span className={classNames(css.icon, css[status])} title={name} {...naming}>
      <svg width={size} height={size} viewBox="0 0 16 16" fill="none" aria-hidden="true">
        <Shape status={status} />
      </svg>
    </span>
  );
}

function Shape({ status }: { status: ShownStatus }) {
  const shape = statusShape[status];
  const line = { strokeWidth: 1.75, strokeLinecap: 'round', strokeLinejoin: 'round' } as const;
  if (shape === 'minus') return <path d="M3.5 8h9" stroke="currentColor" {...line} />;
  if (shape === 'spinner') {
    return (
      <>
        <circle cx="8" cy="8" r="6.25" stroke="currentColor" strokeWidth="2" opacity="0.28" />
        <path d="M8 1.75A6.25 6.25 0 0 1 14.25 8" stroke="currentColor" {...line} strokeWidth={2} />
      </>
    );
  }
  return (
    <>
      <circle cx="8" cy="8" r="7.25" fill="currentColor" />
      <path className={css.glyph} d={glyphs[shape]} {...line} />
    </>
  );
}
