import { type AccessTokenMessages, enAccessTokens } from './en-access-tokens.ts';
import type { Locale } from './locale.ts';
import { useLanguage } from './messages.tsx';
import { zhAccessTokens } from './zh-access-tokens.ts';

const catalogues: Record<Locale, AccessTokenMessages> = {
  en: enAccessTokens,
  'zh-CN': zhAccessTokens,
};

/** Returns the texts about access tokens. Only pages that need them load them. */
export function useAccessTokenMessages(): AccessTokenMessages {
  return catalogues[useLanguage().locale];
}
