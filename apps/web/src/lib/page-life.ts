/**
 * Firefox aborts requests as soon as a navigation starts, before `pagehide`. The page is used further if the navigation is a
 * download, or is canceled.
 */
const maxAbortMs = 1000;

let isHidden = false;
let leavesSince = Number.NEGATIVE_INFINITY;
addEventListener('beforeunload', ({ timeStamp }) => {
  leavesSince = timeStamp;
});
for (const use of ['pointerdown', 'keydown'])
  addEventListener(use, () => {
    leavesSince = Number.NEGATIVE_INFINITY;
  });
addEventListener('pagehide', () => {
  isHidden = true;
});
// The browser may cache the page and restore it later.
addEventListener('pageshow', () => {
  isHidden = false;
});

/** Returns whether the user leaves or has left this page. The browser then aborts its requests. */
export function isPageLeft(): boolean {
  return isHidden || performance.now() - leavesSince < maxAbortMs;
}
