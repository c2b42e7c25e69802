import { type IconNode, RotateCw } from 'lucide';

/** The restart icon with a cross, which Lucide does not include. */
export const restartFailed: IconNode = [...RotateCw, ['path', { d: 'm10 10 4 4m0-4-4 4' }]];
