/** Copies a text to the clipboard. Throws if the browser denies access. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch (error) {
    // The clipboard API is missing on pages loaded by plain HTTP, but the old copy command works.
    if (!copyByCommand(text)) throw error;
  }
}

/**
 * Copies a text by the copy command. The command requires a selection, so it selects a temporary element, and
 * an event listener replaces the copied data.
 */
function copyByCommand(text: string): boolean {
  const selection = getSelection();
  if (!selection) return false;
  const before = selection.rangeCount > 0 ? selection.getRangeAt(0) : null;
  const sample = document.createElement('span');
  sample.textContent = '.';
  sample.style.position = 'fixed';
  sample.style.userSelect = 'text';
  document.body.append(sample);
  selection.selectAllChildren(sample);
  let isCopied = false;
  const copy = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
    isCopied = event.clipboardData !== null;
  };
  addEventListener('copy', copy, { capture: true });
  const isDone = document.execCommand('copy');
  removeEventListener('copy', copy, { capture: true });
  sample.remove();
  selection.removeAllRanges();
  if (before) selection.addRange(before);
  return isDone && isCopied;
}
