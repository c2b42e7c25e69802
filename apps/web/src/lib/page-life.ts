let isLeft = false;
addEventListener('pagehide', () => {
  isLeft = true;
});
// The browser may cache the page and restore it later.
addEventListener('pageshow', () => {
  isLeft = false;
});

/** Returns whether the user has left this page. The browser then aborts its requests. */
export function isPageLeft(): boolean {
  return isLeft;
}
