import { isWebAddress, type Style } from './ansi-style.ts';
import type { Segment } from './terminal-line.ts';

/** Part of a line that is a link. */
interface LinkSpan {
  start: number;
  end: number;
  link: Pick<Style, 'href' | 'file'>;
}

const addressStart = /(?<![\p{L}\p{N}])https?:\/\//giu;
/** Characters that cannot be in an address: spaces, quotes, punctuation of other scripts. */
const addressEnd =
  /[\s<>"`\\|^\p{Cc}\u2018-\u201f\u00ab\u00bb\u3000-\u303f\uff00-\uff0f\uff1a-\uff20]/u;
/** An address may begin directly after another one. */
const nextAddress = /[,;]https?:\/\//i;
const openingOf: Record<string, string> = { ')': '(', ']': '[', '}': '{' };
const lastPunctuation = /[.,:;!?'*~…]$/;
/** A mask stands for a secret, without which the address is another one. */
const maskedPart = /\*{3}/;

const sourceFiles =
  'astro|c|cc|cjs|clj|cpp|cs|css|cts|cxx|dart|erl|ex|exs|fs|go|gradle|groovy|h|hh|hpp|hs|html|java|jl|js|json|jsonnet|jsx|kt|kts|lua|m|md|mjs|ml|mm|mts|nim|nix|php|pl|proto|py|pyi|r|rb|rs|sass|scala|scss|sh|sol|sql|star|svelte|swift|tf|toml|ts|tsx|vue|xml|yaml|yml|zig';
const filePath = String.raw`[\w@+~./-]*[\w@+~-]\.(?:${sourceFiles})`;
/** `src/a.ts:10:5`, `src/a.ts(10,5)` and `File "src/a.py", line 10`. */
const fileReference = new RegExp(
  String.raw`(?<![\w@+~./\\:-])(?:(${filePath})(?::(\d{1,7})(?::\d{1,5})?|\((\d{1,7})(?:,\d{1,5})?\))|File "(${filePath})", line (\d{1,7}))(?![\w])`,
  'g',
);
/** Folder of the clone in containers and processes, before the path in the repository. */
const cloneFolder = /^.*\/(?:drone|stage-\d+-\w+)\/src\//;
/** Longer texts are no addresses that a browser opens, and slow to read. */
const maxAddressLength = 4096;

/**
 * Makes links of the web addresses and the references to files in a line. Links of the program itself stay.
 *
 * @param isCut whether the line continues after the segments, so that the last word may be incomplete
 */
export function linkSegments(segments: readonly Segment[], isCut: boolean): Segment[] {
  const text = segments.map((segment) => segment.text).join('');
  const addresses = findAddresses(text);
  const files = findFiles(text).filter(({ start, end }) =>
    addresses.every((address) => end <= address.start || start >= address.end),
  );
  const spans = [...addresses, ...files]
    .filter(({ end }) => !isCut || end < text.length)
    .sort((a, b) => a.start - b.start);
  return spans.length === 0 ? [...segments] : applySpans(segments, spans);
}

function findAddresses(text: string): LinkSpan[] {
  if (!text.includes('://')) return [];
  const found: LinkSpan[] = [];
  for (const { index: start } of text.matchAll(addressStart)) {
    if (start < (found.at(-1)?.end ?? 0)) continue;
    const address = cutAddress(text.slice(start), text[start - 1]);
    if (!isLinked(address)) continue;
    found.push({ start, end: start + address.length, link: { href: address } });
  }
  return found;
}

/** Returns the address at the start of a text. `before` is the character before the text. */
function cutAddress(text: string, before: string | undefined): string {
  let end = endOf(text.search(addressEnd), text);
  if (end > maxAddressLength) return '';
  end = Math.min(end, endOf(text.slice(0, end).search(nextAddress), text));
  if (before === "'") end = Math.min(end, endOf(text.indexOf("'"), text));
  let address = withoutUnopened(text.slice(0, end));
  if (maskedPart.test(address)) return '';
  while (lastPunctuation.test(address)) address = withoutUnopened(address.slice(0, -1));
  return address;
}

const endOf = (found: number, text: string) => (found < 0 ? text.length : found);

/** Cuts a text at the first closing bracket without an opening one, as in `(see https://example.com)`. */
function withoutUnopened(text: string): string {
  const open: string[] = [];
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? '';
    if ('([{'.includes(char)) open.push(char);
    const opening = openingOf[char];
    if (opening && open.pop() !== opening) return text.slice(0, at);
  }
  return text;
}

function isLinked(address: string): boolean {
  if (!isWebAddress(address)) return false;
  const { hostname } = new URL(address);
  return /^[\w.-]*\w$|^\[/.test(hostname) && !hostname.startsWith('.');
}

function findFiles(text: string): LinkSpan[] {
  const found: LinkSpan[] = [];
  for (const match of text.matchAll(fileReference)) {
    const [reference, path, line, otherLine, quotedPath, quotedLine] = match;
    const inRepository = pathInRepository(path ?? quotedPath ?? '');
    const number = Number(line ?? otherLine ?? quotedLine);
    if (!inRepository || number === 0) continue;
    const { index: start } = match;
    const link = { file: { path: inRepository, line: number } };
    found.push({ start, end: start + reference.length, link });
  }
  return found;
}

/** Returns undefined for a file that is not in the repository. */
function pathInRepository(path: string): string | undefined {
  const relative = path.replace(cloneFolder, '').replace(/^(?:\.\/)+/, '');
  const folders = relative.split('/');
  const isOutside = folders.some((folder) => ['', '.', '..', 'node_modules'].includes(folder));
  return isOutside ? undefined : relative;
}

/** Gives the links to the characters of the spans, which are in ascending order. */
function applySpans(segments: readonly Segment[], spans: readonly LinkSpan[]): Segment[] {
  const linked: Segment[] = [];
  let column = 0;
  for (const { text, style } of segments) {
    const end = column + text.length;
    let at = column;
    const write = (to: number, added: LinkSpan['link'] = {}) => {
      if (to > at)
        linked.push({ text: text.slice(at - column, to - column), style: { ...style, ...added } });
      at = Math.max(at, to);
    };
    for (const span of spans) {
      if (style.href !== undefined || span.end <= at || span.start >= end) continue;
      write(Math.max(span.start, at));
      write(Math.min(span.end, end), span.link);
    }
    write(end);
    column = end;
  }
  return linked;
}
