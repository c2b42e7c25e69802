import { type Card, maxCardBytes } from '@millrace/contract/card';
import { isBase64, readCard } from './read-card.ts';

/** Escape sequence of a card: `ESC ]1338;`, base64 of its JSON, `ESC ]0m`. */
const opening = '\u001b]1338;';
const closing = '\u001b]0m';
/** Maximum size of a card with its URL, as base64. */
const maxEncodedLength = 2 * maxCardBytes;
/** Minimum length of a full line. The `base64` command wraps its output, and only the last line is shorter. */
const minFullLineLength = 60;

/** A card whose end has not been read yet. */
interface OpenCard {
  encoded: string;
  /** Original lines, to be logged if the text turns out not to be a card. */
  buffered: string[];
  isTooLarge: boolean;
  isLastLine: boolean;
}

/** Extracts cards from a step's lines. Text that only begins like a card remains in the log. */
export class CardExtractor {
  private readonly maskSecrets: (text: string) => string;
  private newest: Card | undefined;
  private open: OpenCard | undefined;

  constructor(maskSecrets: (text: string) => string) {
    this.maskSecrets = maskSecrets;
  }

  /** Most recent card of the step. */
  get card(): Card | undefined {
    return this.newest;
  }

  /** Whether lines are buffered. */
  get isBuffering(): boolean {
    return this.open !== undefined;
  }

  /** Reads a line. Returns the lines to log now, with notes about rejected cards. */
  take(line: string): string[] {
    const { open } = this;
    if (!open) return line.includes(opening) ? this.scan(line) : [line];
    const end = line.indexOf(closing);
    if (end >= 0 && isBase64(line.slice(0, end))) {
      this.buffer(open, line.slice(0, end), line);
      this.open = undefined;
      const rest = line.slice(end + closing.length);
      const notes = this.close(open.encoded, open.isTooLarge);
      return rest.trim() === '' ? notes : [...notes, ...this.scan(rest)];
    }
    if (!open.isLastLine && isBase64(line.trimEnd())) {
      this.buffer(open, line.trimEnd(), line);
      return [];
    }
    return [...this.end(), ...this.take(line)];
  }

  /** Returns the lines buffered for a card that never ended. */
  end(): string[] {
    const { open } = this;
    this.open = undefined;
    return open ? [...open.buffered, noteOf('its end is missing')] : [];
  }

  private scan(line: string): string[] {
    const notes: string[] = [];
    let visible = '';
    let at = 0;
    for (let start = line.indexOf(opening); start >= 0; start = line.indexOf(opening, at)) {
      const from = start + opening.length;
      const end = line.indexOf(closing, from);
      if (end < 0) {
        const rest = line.slice(from);
        if (visible === '' && start === at && rest.endsWith('\n') && isBase64(rest.trimEnd())) {
          this.open = { encoded: '', buffered: [], isTooLarge: false, isLastLine: false };
          this.buffer(this.open, rest.trimEnd(), line.slice(at));
          return notes;
        }
        notes.push(noteOf('its end is missing'));
        break;
      }
      visible += line.slice(at, start);
      notes.push(...this.close(line.slice(from, end), end - from > maxEncodedLength));
      at = end + closing.length;
    }
    visible += line.slice(at);
    return at > 0 && visible.trim() === '' ? notes : [...notes, visible];
  }

  private buffer(open: OpenCard, encoded: string, line: string): void {
    open.isTooLarge ||= open.encoded.length + encoded.length > maxEncodedLength;
    open.isLastLine = encoded !== '' && encoded.length < minFullLineLength;
    if (open.isTooLarge) {
      open.encoded = '';
      open.buffered = [];
    } else {
      open.encoded += encoded;
      open.buffered.push(line);
    }
  }

  private close(encoded: string, isTooLarge: boolean): string[] {
    const read = isTooLarge ? 'Card is too large' : readCard(encoded, this.maskSecrets);
    if (typeof read === 'string') return [noteOf(read)];
    this.newest = read;
    return [];
  }
}

function noteOf(problem: string): string {
  return `A card of this step was rejected: ${problem}\n`;
}
