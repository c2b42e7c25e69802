import { type CacheMessages, enCaches } from './en-caches.ts';
import type { Locale } from './locale.ts';
import { useLanguage } from './messages.tsx';
import { zhCaches } from './zh-caches.ts';

const catalogues: Record<Locale, CacheMessages> = { en: enCaches, 'zh-CN': zhCaches };

/** Returns the texts about caches. Only the page of the caches loads them. */
export function useCacheMessages(): CacheMessages {
  return catalogues[useLanguage().locale];
}
