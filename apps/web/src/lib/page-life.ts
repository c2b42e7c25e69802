let isLeft = false;
addEventListener('pagehide', () => {
  isLeft = true;
});
// The browser may keep a page that was left, and show it again.
addEventListener('pageshow', () => {
  isLeft = false;
});

/** Whether this page was left: the browser breaks its calls off then, and they fail. */
export function isPageLeft(): boolean {
  return isLeft;
}
