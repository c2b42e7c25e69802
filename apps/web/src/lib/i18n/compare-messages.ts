import { type CompareMessages, enCompare } from './en-compare.ts';
import type { Locale } from './locale.ts';
import { useLanguage } from './messages.tsx';
import { zhCompare } from './zh-compare.ts';

const catalogues: Record<Locale, CompareMessages> = { en: enCompare, 'zh-CN': zhCompare };

/** Texts of the page that compares builds, which only that page loads. */
export function useCompareMessages(): CompareMessages {
  return catalogues[useLanguage().locale];
}
