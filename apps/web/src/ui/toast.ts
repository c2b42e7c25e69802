export type ToastKind = 'success' | 'warning' | 'error';

export interface Toast {
  id: number;
  kind: ToastKind;
  message: string;
  /** Part of the message that the server wrote, in English. */
  quoted: string;
}

/** Maximum number of visible notifications. Others wait until one of them closes. */
const maxVisible = 3;

let nextId = 1;
let toasts: readonly Toast[] = [];
let visible: readonly Toast[] = [];
const subscribers = new Set<() => void>();

/**
 * Shows a notification. Ignores a text that is already shown or waiting.
 * @param quoted part of the message that the server wrote
 */
export function showToast(kind: ToastKind, message: string, quoted = ''): void {
  if (toasts.some((toast) => toast.kind === kind && toast.message === message)) return;
  update([...toasts, { id: nextId++, kind, message, quoted }]);
}

export function closeToast(id: number): void {
  update(toasts.filter((toast) => toast.id !== id));
}

export function clearToasts(): void {
  update([]);
}

/** Returns the visible notifications, newest first. Returns the same array until they change. */
export function visibleToasts(): readonly Toast[] {
  return visible;
}

export function subscribeToToasts(onChange: () => void): () => void {
  subscribers.add(onChange);
  return () => subscribers.delete(onChange);
}

function update(next: readonly Toast[]): void {
  toasts = next;
  visible = next.slice(0, maxVisible).reverse();
  for (const onChange of subscribers) onChange();
}
