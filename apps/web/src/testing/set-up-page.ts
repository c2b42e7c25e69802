// The first file of a worker that loads the app decides which configuration all files of this worker have.
if (typeof document !== 'undefined') await import('./write-page-config.ts');

export {};
