/**
 * Loads both parts as one chunk. With two chunks, the bundler would move their shared modules into the first
 * download.
 */
export const loadStarters = () => import('./starters.ts');
