import type { ReactNode } from 'react';
import { en } from '../lib/i18n/en.ts';
import { LanguageProvider, useLanguage } from '../lib/i18n/messages.tsx';

/** What stands in a page, once the texts of pages are there. */
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
