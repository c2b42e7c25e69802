/** Prices of a minute, in the order of their settings. */
export interface Prices {
  perMinute: number;
  /** `key=value` of a label with its price. */
  ofLabels: readonly { label: string; price: number }[];
}

/** Reads prices of labels such as `gpu=yes:0.05`. Those that cannot be read are left out. */
export function readPrices(perMinute: number, labels: readonly string[]): Prices {
  const ofLabels = labels.flatMap((text) => {
    const [, label = '', price = ''] = /^([^=:]+=[^:]*):(\d+(?:\.\d+)?)$/.exec(text) ?? [];
    return label ? { label, price: Number(price) } : [];
  });
  return { perMinute, ofLabels };
}

/**
 * Returns the price of a working time.
 *
 * @param labels of the stage, as `writeLabels` has written them
 */
export function priceOf(seconds: number, labels: string, { perMinute, ofLabels }: Prices): number {
  const own = new Set(labels.split(','));
  const matching = ofLabels.filter(({ label }) => own.has(label)).map(({ price }) => price);
  return (seconds / 60) * (matching.length > 0 ? Math.max(...matching) : perMinute);
}

/** Writes labels in one order: `gpu=yes,size=large`; empty for none. */
export function writeLabels(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join(',');
}
