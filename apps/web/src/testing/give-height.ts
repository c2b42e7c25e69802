import { onTestFinished, vi } from 'vitest';

/** Has each element be 800 px high until the end of the test: lists and logs draw what is in view. */
export function giveHeight(): void {
  for (const name of ['clientHeight', 'offsetHeight'] as const) {
    const height = vi.spyOn(HTMLElement.prototype, name, 'get').mockReturnValue(800);
    onTestFinished(() => height.mockRestore());
  }
}
