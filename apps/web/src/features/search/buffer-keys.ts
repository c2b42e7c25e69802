/** Buffers the keys that are typed after the search was opened and before its text field is mounted. */
export function bufferKeys(): { take: () => string } {
  let typed = '';
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    if (key === 'Backspace') typed = typed.slice(0, -1);
    else if (key.length === 1) typed += key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('keydown', onKeyDown, true);
  return {
    take: () => {
      removeEventListener('keydown', onKeyDown, true);
      return typed;
    },
  };
}
