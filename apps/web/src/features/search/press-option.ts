/** Opens an option as a click would, in another tab with the keys that browsers have for it. */
export function pressOption(
  id: string,
  keys: { ctrlKey?: boolean; metaKey?: boolean; shiftKey?: boolean },
): void {
  const { ctrlKey = false, metaKey = false, shiftKey = false } = keys;
  const modifiers = { ctrlKey, metaKey, shiftKey };
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, ...modifiers });
  document.getElementById(id)?.dispatchEvent(click);
}
