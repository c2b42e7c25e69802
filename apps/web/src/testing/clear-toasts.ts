import { act } from '@testing-library/react';
import { toast } from 'react-toastify/unstyled';
import { vi } from 'vitest';

/** Removes all notifications. They leave with an animation, and nothing is animated here. */
export async function clearToasts(): Promise<void> {
  const shown = document.querySelectorAll('.Toastify__toast');
  if (shown.length === 0) return;
  await act(async () => {
    toast.clearWaitingQueue();
    toast.dismiss();
  });
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => draw());
  vi.stubGlobal('setTimeout', (call: () => void) => call());
  for (const element of shown) element.dispatchEvent(new Event('animationend'));
  vi.unstubAllGlobals();
}
