import { enSecrets, type SecretMessages } from './en-secrets.ts';
import type { Locale } from './locale.ts';
import { useLanguage } from './messages.tsx';
import { zhSecrets } from './zh-secrets.ts';

const catalogues: Record<Locale, SecretMessages> = { en: enSecrets, 'zh-CN': zhSecrets };

/** Returns the texts about secrets. Only pages that need them load them. */
export function useSecretMessages(): SecretMessages {
  return catalogues[useLanguage().locale];
}
