const ampersand = /&/g;
/** Encodings of a quote: XML, HTML as decimal, as hexadecimal, and as hexadecimal with two more digits. */
const quotes: [double: string, single: string][] = [
  ['"', "'"],
  ['&quot;', "'"],
  ['&quot;', '&apos;'],
  ['&quot;', '&#39;'],
  ['&quot;', '&#x27;'],
  ['&quot;', '&#039;'],
  ['&#34;', '&#39;'],
  ['&#x22;', '&#x27;'],
];

/** Escapes a text as in XML or HTML. */
export function markupForms(text: string): string[] {
  const escaped = text.replaceAll(ampersand, '&amp;').replaceAll('<', '&lt;');
  return [escaped, escaped.replaceAll('>', '&gt;')].flatMap((each) =>
    quotes.map(([double, single]) => each.replaceAll('"', double).replaceAll("'", single)),
  );
}
