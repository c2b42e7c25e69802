import { logError } from './log-error.ts';

const pauseMs = 1000;

/**
 * Loads a part of the interface, and retries once in case the connection was unstable. If the file is still
 * missing, the server may have been upgraded, so this also checks for a new version.
 */
export async function loadPart<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    logError(error);
  }
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  try {
    await reloadStyles();
    return await load();
  } catch (error) {
    void checkForNewVersion();
    throw error;
  }
}

/** Reloads style sheets that failed to load, because the bundler's code requests each one only once. */
async function reloadStyles(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]');
  const lost = [...links].filter((link) => !link.sheet);
  await Promise.all(
    lost.map(async (link) => {
      const replacement = document.createElement('link');
      replacement.rel = 'stylesheet';
      replacement.href = link.href;
      const loaded = new Promise((resolve, reject) => {
        replacement.onload = resolve;
        replacement.onerror = () => reject(new Error(`${link.href} could not be loaded`));
      });
      link.replaceWith(replacement);
      await loaded;
    }),
  );
}

/**
 * Checks for a new version. The module was loaded with the live updates, usually long before a part is
 * missing.
 */
async function checkForNewVersion(): Promise<void> {
  try {
    await (await import('./new-version.ts')).checkForNewVersion();
  } catch (error) {
    logError(error);
  }
}
