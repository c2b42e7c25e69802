import { linesOf } from '@millrace/contract/testing';
import { openLog, rowOf } from '../support/build-screen.ts';
import { contrastOf } from '../support/contrast.ts';
import { expect, test } from '../support/screen.ts';

const esc = '\u001b[';
const styles = [
  '38;5;15',
  '38;5;0',
  '38;2;255;255;0',
  '38;5;226',
  '48;5;226',
  '48;2;0;0;90',
  '7',
  '2',
];
const texts = styles.flatMap((style) => [
  `${esc}${style}mtext${esc}0m`,
  `${esc}${style};31mtext${esc}0m`,
]);

for (const colorScheme of ['light', 'dark'] as const) {
  test(`has enough contrast for colored text in the ${colorScheme} theme`, async ({
    page,
    mock,
  }) => {
    await page.emulateMedia({ colorScheme });
    mock.state.log = linesOf(texts);
    await openLog(page, mock);
    for (const at of texts.keys()) {
      const [color = '', background = ''] = await rowOf(page, at + 1)
        .locator('[data-from] > span')
        .first()
        .evaluate((piece) => {
          let behind: Element | null = piece;
          const fillOf = (element: Element) => getComputedStyle(element).backgroundColor;
          while (behind && /^rgba.*, 0\)$/.test(fillOf(behind))) behind = behind.parentElement;
          return [getComputedStyle(piece).color, behind ? fillOf(behind) : ''];
        });
      expect(contrastOf(color, background), texts[at]).toBeGreaterThanOrEqual(4.5);
    }
  });
}
