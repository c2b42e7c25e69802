/** A duration in hours, minutes and seconds: `10m`, `1h30m`, `90s`. */
export const durationPattern = /^(?=\d)(?:(\d{1,5})h)?(?:(\d{1,5})m)?(?:(\d{1,6})s)?$/;

/** Parses a duration to seconds; undefined for anything else. */
export function parseDuration(text: string): number | undefined {
  const match = durationPattern.exec(text);
  if (!match) return undefined;
  const [, hours = '0', minutes = '0', seconds = '0'] = match;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
