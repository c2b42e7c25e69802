import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext } from '@playwright/test';

/**
 * `MILLRACE_TEST_SLOW=1`: responses and frames are late, sometimes very late, as on a busy machine. A test
 * that depends on their order fails.
 */
const isSlow = process.env.MILLRACE_TEST_SLOW === '1';
const maxDelayMs = 500;
const maxFrameMs = 300;

export async function answerLate(): Promise<void> {
  if (isSlow) await wait(Math.random() ** 2 * maxDelayMs);
}

export async function drawLate(context: BrowserContext): Promise<void> {
  if (!isSlow) return;
  await context.addInitScript((maxMs) => {
    const draw = requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (callback) =>
      window.setTimeout(() => draw(callback), Math.random() ** 2 * maxMs);
    window.cancelAnimationFrame = (frame) => window.clearTimeout(frame);
  }, maxFrameMs);
}
