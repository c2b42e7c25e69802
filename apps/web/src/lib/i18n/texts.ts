import type { Locale } from './locale.ts';

/** A text in each language. */
export type Text<T = string> = Record<Locale, T>;

/** Texts of one language. */
export type Texts<Messages> =
  Messages extends Text<infer T> ? T : { [Key in keyof Messages]: Texts<Messages[Key]> };

/** The same type with any text in place of certain ones. */
type Translated<T> = T extends (...values: infer Values) => string
  ? (...values: Values) => string
  : T;

/** Writes a text in all languages. */
export function text<T>(en: T, zh: Translated<NoInfer<T>>): Text<Translated<T>> {
  return { en: en as Translated<T>, 'zh-CN': zh };
}

const known: Record<Locale, WeakMap<object, unknown>> = {
  en: new WeakMap(),
  'zh-CN': new WeakMap(),
};

/** Returns the texts of one language, always the same object. */
export function textsIn<Messages extends object>(
  locale: Locale,
  messages: Messages,
): Texts<Messages> {
  const texts = known[locale].get(messages) ?? pick(locale, messages);
  known[locale].set(messages, texts);
  return texts as Texts<Messages>;
}

function pick(locale: Locale, messages: Partial<Text<unknown>>): unknown {
  if (messages[locale]) return messages[locale];
  const texts = Object.entries(messages).map(([key, value]) => [
    key,
    pick(locale, value as object),
  ]);
  return Object.fromEntries(texts);
}
