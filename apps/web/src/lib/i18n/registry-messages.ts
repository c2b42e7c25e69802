import { enRegistries, type RegistryMessages } from './en-registries.ts';
import type { Locale } from './locale.ts';
import { useLanguage } from './messages.tsx';
import { zhRegistries } from './zh-registries.ts';

const catalogues: Record<Locale, RegistryMessages> = { en: enRegistries, 'zh-CN': zhRegistries };

/** Returns the texts about registry credentials. Only pages that need them load them. */
export function useRegistryMessages(): RegistryMessages {
  return catalogues[useLanguage().locale];
}
