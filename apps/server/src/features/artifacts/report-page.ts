/** Bytes at the start of a page in which its document type is looked for. */
const startBytes = 4096;

/** A comment ends at its first `-->`, so that this takes linear time. */
const beforeScript = /^(?:\xef\xbb\xbf)?\s*(?:<!--(?:(?!-->)[\s\S])*-->\s*)*<!doctype[^>]*>/i;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
const wideMarks = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];

/**
 * Gives a page storage in memory, and no cookies. In an opaque origin, their properties throw, and the reports of Playwright and Allure
 * show nothing then.
 */
export const storageScript = `<script>(() => {
const memory = () => {
  const data = Object.create(null);
  const methods = {
    getItem: (key) => data[key] ?? null,
    setItem: (key, value) => { data[key] = String(value); },
    removeItem: (key) => { delete data[key]; },
    clear: () => { for (const key of Object.keys(data)) delete data[key]; },
    key: (index) => Object.keys(data)[index] ?? null,
  };
  return new Proxy(data, {
    get: (_, key) => (key === 'length' ? Object.keys(data).length : (methods[key] ?? data[key])),
    set: (_, key, value) => { data[key] = String(value); return true; },
  });
};
for (const name of ['localStorage', 'sessionStorage']) {
  Object.defineProperty(window, name, { value: memory(), configurable: true });
}
Object.defineProperty(document, 'cookie', { get: () => '', set: () => {}, configurable: true });
document.currentScript.remove();
})();</script>`;

/** Inserts the script that gives storage to a page before all scripts of the page. */
export async function* withStorage(page: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let start = Buffer.alloc(0);
  let isInserted = false;
  for await (const piece of page) {
    if (isInserted) {
      yield piece;
      continue;
    }
    start = Buffer.concat([start, piece]);
    if (start.length < startBytes) continue;
    yield* insertScript(start);
    isInserted = true;
  }
  if (!isInserted) yield* insertScript(start);
}

function insertScript(start: Buffer): Buffer[] {
  // The script would not be text of such a page.
  if (wideMarks.some((mark) => mark.equals(start.subarray(0, mark.length)))) return [start];
  const at = scriptPosition(start);
  return [start.subarray(0, at), Buffer.from(storageScript), start.subarray(at)];
}

/** Returns the position after the document type, without which browsers would use another layout. */
function scriptPosition(start: Buffer): number {
  const [type] = beforeScript.exec(start.toString('latin1', 0, startBytes)) ?? [];
  if (type !== undefined) return type.length;
  return byteOrderMark.equals(start.subarray(0, 3)) ? byteOrderMark.length : 0;
}
