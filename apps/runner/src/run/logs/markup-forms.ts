const ampersand = /&/g;
/** How a quote is escaped differs: XML, HTML by number, its hexadecimal, and two digits wider. */
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

/** A text within XML or HTML. */
export function markupForms(text: string): string[] {
  const escaped = text.replaceAll(ampersand, '&amp;').replaceAll('<', '&lt;');
  return [escaped, escaped.replaceAll('>', '&gt;')].flatMap((each) =>
    quotes.map(([double, single]) => each.replaceAll('"', double).replaceAll("'", single)),
  );
}
