/** Loads both parts as one chunk. With two, the bundler moves their shared modules into the first download. */
export const loadStarters = () => import('./starters.ts');
