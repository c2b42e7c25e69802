import { enUsers, type UserMessages } from './en-users.ts';
import type { Locale } from './locale.ts';
import { useLanguage } from './messages.tsx';
import { zhUsers } from './zh-users.ts';

const catalogues: Record<Locale, UserMessages> = { en: enUsers, 'zh-CN': zhUsers };

/** Texts about accounts, which only the pages of administrators load. */
export function useUserMessages(): UserMessages {
  return catalogues[useLanguage().locale];
}
