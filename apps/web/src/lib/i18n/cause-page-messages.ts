import { type CausePageMessages, enCausePages } from './en-cause-pages.ts';
import type { Locale } from './locale.ts';
import { useLanguage } from './messages.tsx';
import { zhCausePages } from './zh-cause-pages.ts';

const catalogues: Record<Locale, CausePageMessages> = { en: enCausePages, 'zh-CN': zhCausePages };

/** Texts of the pages about causes of failures, which only those pages load. */
export function useCausePageMessages(): CausePageMessages {
  return catalogues[useLanguage().locale];
}
