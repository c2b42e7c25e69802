import type { ReactNode } from 'react';
import { en } from '../lib/i18n/en.ts';
import { LanguageProvider } from '../lib/i18n/messages.tsx';

export function InEnglish({ children }: { children: ReactNode }) {
  return <LanguageProvider initial={{ locale: 'en', messages: en }}>{children}</LanguageProvider>;
}
