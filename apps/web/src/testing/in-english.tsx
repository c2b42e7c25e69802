import type { ReactNode } from 'react';
import { en } from '../lib/i18n/en.ts';
import { LanguageProvider, useLanguage } from '../lib/i18n/messages.tsx';

/** Renders children once the English texts of pages are loaded. */
export function InEnglish({ children }: { children: ReactNode }) {
  return (
    <LanguageProvider initial={{ locale: 'en', messages: en }}>
      <WithTexts>{children}</WithTexts>
    </LanguageProvider>
  );
}

function WithTexts({ children }: { children: ReactNode }) {
  return useLanguage().pages ? children : null;
}
