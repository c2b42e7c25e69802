import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { en, type Messages } from './en.ts';
import { type Locale, loadMessages, rememberLocale } from './locale.ts';

interface Language {
  locale: Locale;
  messages: Messages;
  setLocale: (locale: Locale) => void;
}

const LanguageContext = createContext<Language>({
  locale: 'en',
  messages: en,
  setLocale: () => {},
});

interface LanguageProviderProps {
  initial: { locale: Locale; messages: Messages };
  children: ReactNode;
}

export function LanguageProvider({ initial, children }: LanguageProviderProps) {
  const [current, setCurrent] = useState(initial);
  const setLocale = async (locale: Locale) => {
    const messages = await loadMessages(locale);
    rememberLocale(locale);
    setCurrent({ locale, messages });
  };
  useEffect(() => {
    document.documentElement.lang = current.locale;
  }, [current.locale]);
  return <LanguageContext value={{ ...current, setLocale }}>{children}</LanguageContext>;
}

export function useMessages(): Messages {
  return useContext(LanguageContext).messages;
}

export function useLanguage(): Language {
  return useContext(LanguageContext);
}
