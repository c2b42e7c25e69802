/** Puts a text into the clipboard; throws where the browser refuses. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch (error) {
    // Pages that came by plain HTTP have no such clipboard, but the command of old.
    if (!copyByCommand(text)) throw error;
  }
}

/** Copies what is selected, so something is, for a moment; what is copied is the text as it is. */
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
