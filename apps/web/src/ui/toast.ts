export type ToastKind = 'success' | 'warning' | 'error';

export interface Toast {
  id: number;
  kind: ToastKind;
  message: string;
  /** Words of the server within the message: servers speak English. */
  quoted: string;
}

/** Later notifications wait until one of these closes. */
const maxVisible = 3;

let nextId = 1;
let toasts: readonly Toast[] = [];
let visible: readonly Toast[] = [];
const subscribers = new Set<() => void>();

/**
 * Shows a notification. A text that is already shown or waiting is not repeated.
 * @param quoted words of the server within the message
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

/** Returns the notifications on screen, newest first. The array changes only when they do. */
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
