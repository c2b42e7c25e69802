// The first file of a worker that loads the app decides which configuration all files of this worker have.
if (typeof document !== 'undefined') {
  // happy-dom does not know it. The pages of tests are on localhost.
  Object.assign(window, { isSecureContext: true });
  await import('./write-page-config.ts');
}

export {};
