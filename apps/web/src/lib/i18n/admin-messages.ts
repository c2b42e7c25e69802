import { type AdminMessages, enAdmin } from './en-admin.ts';
import type { Locale } from './locale.ts';
import { useLanguage } from './messages.tsx';
import { zhAdmin } from './zh-admin.ts';

const catalogues: Record<Locale, AdminMessages> = { en: enAdmin, 'zh-CN': zhAdmin };

/** Texts of System Administration, which only its pages load. */
export function useAdminMessages(): AdminMessages {
  return catalogues[useLanguage().locale];
}
