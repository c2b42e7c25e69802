const maxLength = 100;

/** Returns a duration of GitLab, such as `1 hour 30 minutes` or `3600`, as a pipeline file has it. */
export function durationOf(text: string): string | undefined {
  if (text.length > maxLength) return undefined;
  if (/^\d{1,6}$/.test(text.trim())) return `${text.trim()}s`;
  const totals = { h: 0, m: 0, s: 0 };
  let rest = text;
  for (const [whole, number = '', unit = ''] of text.matchAll(
    /(\d{1,5})\s*(h|m|s)(?:ours?|rs?|in(?:ute)?s?|ec(?:ond)?s?)?\b/g,
  )) {
    totals[unit as keyof typeof totals] += Number(number);
    rest = rest.replace(whole, '');
  }
  if (/[^\s,]/.test(rest.replaceAll(/\band\b/g, ''))) return undefined;
  return (
    Object.entries(totals)
      .map(([unit, number]) => (number > 0 ? `${number}${unit}` : ''))
      .join('') || undefined
  );
}
