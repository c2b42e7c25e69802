import { enRetention, type RetentionMessages } from './en-retention.ts';
import type { Locale } from './locale.ts';
import { useLanguage } from './messages.tsx';
import { zhRetention } from './zh-retention.ts';

const catalogues: Record<Locale, RetentionMessages> = { en: enRetention, 'zh-CN': zhRetention };

/** Texts about retention and pinned builds, which are loaded with their parts of pages. */
export function useRetentionMessages(): RetentionMessages {
  return catalogues[useLanguage().locale];
}
