/** Loaded together: what they share would otherwise be loaded with every page. */
export const loadStarters = () => import('./starters.ts');
