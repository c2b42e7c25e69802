import {
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { copyText } from '../../lib/copy-text.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { logError } from '../../lib/log-error.ts';
import { shortcutKey } from '../../lib/shortcut-key.ts';
import { copyMessages } from '../../ui/copy-messages.ts';
import { showToast } from '../../ui/toast.ts';
import type { LogEngine } from './engine/log-engine.ts';
import type { TextPoint } from './engine/messages.ts';
import type { LineTimes } from './line-time.ts';

interface SelectedText {
  from: TextPoint;
  to: TextPoint;
  /** First and last selected line, without an end that is outside the log. They stay rendered. */
  endLines: readonly number[];
  /** Selected text; undefined until the worker has sent it. */
  text?: string;
}

/**
 * Handles a text selection that includes lines that are not rendered. The first and last selected line stay
 * rendered, and copied text is read from the log instead of the page.
 */
export function useLogSelection(
  scroller: RefObject<HTMLElement | null>,
  engine: LogEngine,
  times: LineTimes | undefined,
) {
  const { copyRefused } = useTexts(copyMessages);
  const [pinned, setPinned] = useState<readonly number[]>([]);
  const [isAll, setIsAll] = useState(false);
  const selected = useRef<SelectedText | null>(null);

  useEffect(() => {
    const onChange = () => {
      const range = scroller.current && readSelection(scroller.current, engine);
      selected.current = range;
      setPinned((old) => {
        const lines = range?.endLines ?? [];
        return lines.join() === old.join() ? old : lines;
      });
      if (!range || range.from.line === range.to.line) return;
      engine.text(range.from, range.to, times).then((text) => {
        if (selected.current === range) range.text = text;
      }, logError);
    };
    document.addEventListener('selectionchange', onChange);
    return () => document.removeEventListener('selectionchange', onChange);
  }, [scroller, engine, times]);

  const reportCopyFailure = (error: unknown) => {
    logError(error);
    showToast('warning', copyRefused);
  };
  const onCopy = (event: ClipboardEvent) => {
    if (isAll) {
      event.preventDefault();
      void copyLater(engine.whenComplete().then(() => engine.shownBlob(times))).catch(
        reportCopyFailure,
      );
      return;
    }
    const range = selected.current;
    if (!range || range.from.line === range.to.line) return;
    event.preventDefault();
    if (range.text !== undefined) event.clipboardData.setData('text/plain', range.text);
    else
      void copyLater(
        engine.text(range.from, range.to, times).then((text) => new Blob([text], plainText)),
      ).catch(reportCopyFailure);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isMod = (event.ctrlKey || event.metaKey) && !event.altKey;
    const key = shortcutKey(event.nativeEvent);
    if (isMod && key === 'a') {
      event.preventDefault();
      getSelection()?.removeAllRanges();
      setIsAll(true);
    } else if (isAll && isMod && key === 'c') {
      // Without a native selection, the browser fires no copy event.
      event.preventDefault();
      void copyLater(engine.whenComplete().then(() => engine.shownBlob(times))).catch(
        reportCopyFailure,
      );
    } else if (event.key === 'Escape') setIsAll(false);
  };
  return { pinned, isAll, onCopy, onKeyDown, onPointerDown: () => setIsAll(false) };
}

const plainText = { type: 'text/plain' };

async function copyLater(blob: Promise<Blob>): Promise<void> {
  try {
    const text = blob.then((content) => new Blob([content], plainText));
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]);
  } catch {
    await copyText(await (await blob).text());
  }
}

/** Returns the selected part of the log, clamped to its start and end. */
function readSelection(scroller: HTMLElement, engine: LogEngine): SelectedText | null {
  const selection = getSelection();
  if (!selection || selection.rangeCount === 0 || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0);
  const from = pointOf(scroller, range.startContainer, range.startOffset);
  const to = pointOf(scroller, range.endContainer, range.endOffset);
  if (!from && !to) return null;
  return {
    from: from ?? { line: engine.rowMap.first, column: 0 },
    to: to ?? { line: engine.state().count, column: 0 },
    endLines: [from, to].flatMap((point) => point?.line ?? []),
  };
}

/** Converts a position in the page to a position in the log; null if it is outside the lines. */
function pointOf(scroller: HTMLElement, node: Node, offset: number): TextPoint | null {
  const element = node instanceof Element ? node : node.parentElement;
  const row = element?.closest<HTMLElement>('[data-line]');
  if (!row || !scroller.contains(row)) return null;
  const text = row.querySelector<HTMLElement>('[data-from]');
  const line = Number(row.dataset.line);
  if (!text) return { line, column: 0 };
  const before = document.createRange();
  before.setStart(text, 0);
  if (text.contains(node)) before.setEnd(node, offset);
  else if (node.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING) {
    return { line, column: 0 };
  } else before.selectNodeContents(text);
  return { line, column: Number(text.dataset.from) + before.toString().length };
}
