import { type BisectionMessages, enBisections } from './en-bisections.ts';
import type { Locale } from './locale.ts';
import { useLanguage } from './messages.tsx';
import { zhBisections } from './zh-bisections.ts';

const catalogues: Record<Locale, BisectionMessages> = { en: enBisections, 'zh-CN': zhBisections };

/** Texts about bisections. */
export function useBisectionMessages(): BisectionMessages {
  return catalogues[useLanguage().locale];
}
