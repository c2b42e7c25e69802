import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { logError } from '../log-error.ts';
import { en, type Messages } from './en.ts';
import type { PageMessages } from './en-pages.ts';
import { type Locale, loadMessages, loadPageMessages, rememberLocale } from './locale.ts';

interface Language {
  locale: Locale;
  messages: Messages;
  /**
   * Null until the page texts are loaded, which starts with the first page. Screens are not rendered before.
   */
  pages: PageMessages | null;
  /** Rejects if the texts of the language cannot be loaded. */
  setLocale: (locale: Locale) => Promise<void>;
}

const LanguageContext = createContext<Language>({
  locale: 'en',
  messages: en,
  pages: null,
  setLocale: async () => {},
});

const loadAgainMs = 3000;

interface LanguageProviderProps {
  initial: { locale: Locale; messages: Messages };
  children: ReactNode;
}

export function LanguageProvider({ initial, children }: LanguageProviderProps) {
  const [current, setCurrent] = useState(initial);
  const [pages, setPages] = useState<PageMessages | null>(null);
  const choices = useRef(0);
  const setLocale = async (locale: Locale) => {
    choices.current += 1;
    const choice = choices.current;
    const [messages, pageMessages] = await Promise.all([
      loadMessages(locale),
      loadPageMessages(locale),
    ]);
    if (choice !== choices.current) return;
    rememberLocale(locale);
    setCurrent({ locale, messages });
    setPages(pageMessages);
  };
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = () =>
      loadPageMessages(initial.locale).then(
        // The user may have chosen another language meanwhile.
        (loaded) => setPages((now) => now ?? loaded),
        (error: unknown) => {
          logError(error);
          timer = setTimeout(load, loadAgainMs);
        },
      );
    void load();
    return () => clearTimeout(timer);
  }, [initial.locale]);
  useEffect(() => {
    document.documentElement.lang = current.locale;
  }, [current.locale]);
  return <LanguageContext value={{ ...current, pages, setLocale }}>{children}</LanguageContext>;
}

export function useMessages(): Messages {
  return useContext(LanguageContext).messages;
}

/** Returns the page texts. `lazyScreen` renders a screen only once they are loaded. */
export function usePageMessages(): PageMessages {
  const { pages } = useContext(LanguageContext);
  if (!pages) throw new Error('The texts of this page are not loaded');
  return pages;
}

export function useLanguage(): Language {
  return useContext(LanguageContext);
}
