import { dirname, resolve } from 'node:path';

/**
 * Returns a plugin for bundles. Modules find files beside them, and worker threads start from their own files.
 *
 * @param toUrl returns the expression for the URL of a file that is not bundled
 */
export function keepPlaces(toUrl) {
  return {
    name: 'keep-places',
    transform(code, importer) {
      if (importer.includes('node_modules')) return null;
      const placed = code.replace(/new URL\('(\.[^']+)', import\.meta\.url\)/g, (_, path) => {
        const place = resolve(dirname(importer), path);
        if (!place.endsWith('.ts')) return toUrl(place);
        return `new URL(import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'chunk', id: place })})`;
      });
      // No line moves, and source maps are those of lines.
      return placed === code ? null : { code: placed, map: null };
    },
  };
}
