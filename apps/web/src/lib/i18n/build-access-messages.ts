import { type BuildAccessMessages, enBuildAccess } from './en-build-access.ts';
import type { Locale } from './locale.ts';
import { useLanguage } from './messages.tsx';
import { zhBuildAccess } from './zh-build-access.ts';

const catalogues: Record<Locale, BuildAccessMessages> = {
  en: enBuildAccess,
  'zh-CN': zhBuildAccess,
};

/** Returns the texts about build access. Only settings load them. */
export function useBuildAccessMessages(): BuildAccessMessages {
  return catalogues[useLanguage().locale];
}
