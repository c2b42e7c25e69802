import { enLatestBuilds, type LatestBuildMessages } from './en-latest-builds.ts';
import type { Locale } from './locale.ts';
import { useLanguage } from './messages.tsx';
import { zhLatestBuilds } from './zh-latest-builds.ts';

const catalogues: Record<Locale, LatestBuildMessages> = {
  en: enLatestBuilds,
  'zh-CN': zhLatestBuilds,
};

/** Texts of the lists of branches and deployments, which only those pages load. */
export function useLatestBuildMessages(): LatestBuildMessages {
  return catalogues[useLanguage().locale];
}
