import { type AccessTokenMessages, enAccessTokens } from './en-access-tokens.ts';
import type { Locale } from './locale.ts';
import { useLanguage } from './messages.tsx';
import { zhAccessTokens } from './zh-access-tokens.ts';

const catalogues: Record<Locale, AccessTokenMessages> = {
  en: enAccessTokens,
  'zh-CN': zhAccessTokens,
};

/** Texts about access tokens, which only their pages load. */
export function useAccessTokenMessages(): AccessTokenMessages {
  return catalogues[useLanguage().locale];
}
