type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const changed = new Set<Field>();

if (typeof document !== 'undefined') document.addEventListener('input', remember, true);

function remember({ target }: Event): void {
  for (const field of changed) if (!field.isConnected) changed.delete(field);
  if (isField(target)) changed.add(target);
}

function isField(target: EventTarget | null): target is Field {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  );
}

/** Returns whether a field on the page has a value that the user entered. */
export function hasTypedInput(): boolean {
  return [...changed].some((field) => field.isConnected && field.value !== '');
}
