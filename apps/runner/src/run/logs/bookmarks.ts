import type { OutputBookmark } from '../../engines/output-bookmark.ts';

/** Closer bookmarks would cost memory while the server is unreachable. */
const minBytesBetween = 64 * 1024;

/** Bookmarks of an output, oldest first. Those that the server has reached are dropped, except the newest of them. */
export class Bookmarks {
  private readonly list: [OutputBookmark, ...OutputBookmark[]];

  constructor(first: OutputBookmark) {
    this.list = [first];
  }

  add(bookmark: OutputBookmark, storedLines: number): void {
    this.newest(storedLines);
    const before = this.list.at(-2);
    const isClose = before && bookmark.offset - before.offset < minBytesBetween;
    if (isClose) this.list.pop();
    this.list.push(bookmark);
  }

  /** Returns the newest bookmark whose lines the server has. */
  newest(storedLines: number): OutputBookmark {
    while (this.list[1] && this.list[1].lines <= storedLines) this.list.shift();
    return this.list[0];
  }
}
