/**
 * Clicks an option with the same modifier keys, so that browsers open it in another tab if they would for a
 * click.
 */
export function pressOption(
  id: string,
  keys: { ctrlKey?: boolean; metaKey?: boolean; shiftKey?: boolean },
): void {
  const { ctrlKey = false, metaKey = false, shiftKey = false } = keys;
  const modifiers = { ctrlKey, metaKey, shiftKey };
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, ...modifiers });
  document.getElementById(id)?.dispatchEvent(click);
}
