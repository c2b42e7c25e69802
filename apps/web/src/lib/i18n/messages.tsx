import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { en, type Messages } from './en.ts';
import { type Locale, loadMessages, rememberLocale } from './locale.ts';
import { type Texts, textsIn } from './texts.ts';

interface Language {
  locale: Locale;
  messages: Messages;
  /** Rejects if the texts of the language cannot be loaded. */
  setLocale: (locale: Locale) => Promise<void>;
}

const LanguageContext = createContext<Language>({
  locale: 'en',
  messages: en,
  setLocale: async () => {},
});

interface LanguageProviderProps {
  initial: { locale: Locale; messages: Messages };
  children: ReactNode;
}

export function LanguageProvider({ initial, children }: LanguageProviderProps) {
  const [current, setCurrent] = useState(initial);
  const choices = useRef(0);
  const setLocale = async (locale: Locale) => {
    choices.current += 1;
    const choice = choices.current;
    const messages = await loadMessages(locale);
    if (choice !== choices.current) return;
    rememberLocale(locale);
    setCurrent({ locale, messages });
  };
  useEffect(() => {
    document.documentElement.lang = current.locale;
  }, [current.locale]);
  return <LanguageContext value={{ ...current, setLocale }}>{children}</LanguageContext>;
}

/** Returns the texts of the frame, which are loaded before the first paint. */
export function useMessages(): Messages {
  return useContext(LanguageContext).messages;
}

/** Returns texts that a feature declares, in the chosen language. */
export function useTexts<Declared extends object>(messages: Declared): Texts<Declared> {
  return textsIn(useLanguage().locale, messages);
}

export function useLanguage(): Language {
  return useContext(LanguageContext);
}
