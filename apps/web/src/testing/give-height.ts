import { onTestFinished, vi } from 'vitest';

/** Makes each element 800 px high until the test finishes, because lists and logs draw only what is in view. */
export function giveHeight(): void {
  for (const name of ['clientHeight', 'offsetHeight'] as const) {
    const height = vi.spyOn(HTMLElement.prototype, name, 'get').mockReturnValue(800);
    onTestFinished(() => height.mockRestore());
  }
}
