/** In this order: most browsers also name those that they descend from. */
const browsers: readonly [pattern: RegExp, name: string][] = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly [pattern: RegExp, name: string][] = [
  [/\bWindows\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];
const maxLength = 60;

/** Describes a browser by its `User-Agent` header: `Firefox, Linux`. Programs keep their own name, shortened. */
export function describeBrowser(userAgent = ''): string {
  const name = find(browsers, userAgent) ?? userAgent.slice(0, maxLength).trim();
  const system = find(systems, userAgent);
  return system && !name.includes(system) ? `${name}, ${system}` : name;
}

function find(list: typeof browsers, userAgent: string): string | undefined {
  return list.find(([pattern]) => pattern.test(userAgent))?.[1];
}
