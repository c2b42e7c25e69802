import { readStored, writeStored } from '../storage.ts';
import { en, type Messages } from './en.ts';

export const locales = { en: 'English', 'zh-CN': '简体中文' } as const;
export type Locale = keyof typeof locales;

/** Returns the stored language, or else the browser's first supported language, or else English. */
export function chooseLocale(
  stored: string | null = readStored('locale'),
  preferred: readonly string[] = navigator.languages,
): Locale {
  if (stored === 'en' || stored === 'zh-CN') return stored;
  for (const language of preferred) {
    if (/^zh\b/i.test(language)) return 'zh-CN';
    if (/^en\b/i.test(language)) return 'en';
  }
  return 'en';
}

export function rememberLocale(locale: Locale): void {
  writeStored('locale', locale);
}

/** Loads the texts of the frame. English is part of the first download. */
export async function loadMessages(locale: Locale): Promise<Messages> {
  return locale === 'zh-CN' ? (await import('./zh.ts')).zh : en;
}
