const number = String.raw`\d+(?:[.,_]\d+|:\d+(?![\da-z]))*`;
const unit =
  '(?:ms|µs|us|ns|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|b|bytes?|[kmgt]i?b?)(?![a-z])';

/** Values that differ between runs: dates, times, hashes, sizes, durations, numbers. */
const changing = new RegExp(
  [
    String.raw`\d{4}[-/]\d{2}[-/]\d{2}(?:[t ]\d{2}:\d{2}(?::\d{2})?(?:[.,]\d+)?\s?(?:z|[+-]\d{2}:?\d{2})?)?`,
    String.raw`(?<![a-z\d])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![a-z\d])`,
    String.raw`(?<![a-z\d])(?:0x[\da-f]+|(?=[a-f]*\d)[\da-f]{7,})(?![a-z\d])`,
    String.raw`${number}\s?${unit}(?:\s?${number}\s?${unit})*`,
    number,
  ].join('|'),
  'gi',
);

const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const weekday =
  '(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs(?:day)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)';
const writtenDate = new RegExp(
  String.raw`(?<![a-z])(?:${weekday},?\s+)?(?:\d{1,2}\s+${month}|${month}\s+\d{1,2})(?:,?\s+\d{4})?(?![a-z\d])`,
  'gi',
);
const monthName = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;

const temporaryFile = /(?:\/private)?\/(?:tmp|var\/folders|var\/tmp)\/[^\s'"`():,;]+/g;

/**
 * Returns the text of a line without values that change. The patterns run only on lines that can match,
 * because they are slow.
 */
export function toLineKind(line: string): string {
  let text = line;
  if (/\/(?:tmp|var)\//.test(text)) text = text.replace(temporaryFile, '#');
  if (monthName.test(text)) text = text.replace(writtenDate, '#');
  return text.replace(changing, '#').trimEnd();
}
