import { encode } from 'uqr';
import css from './qr-code.module.css';

/** Light modules around the code, which readers need. */
const border = 4;

/** Draws a QR code, dark on light in both themes: many readers need that. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { border });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
    .join('');
  return (
    <svg className={css.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path className={css.light} d={`M0 0h${size}v${size}h-${size}z`} />
      <path className={css.dark} d={path} />
    </svg>
  );
}
