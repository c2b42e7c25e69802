/** Formats the runner labels of a stage as the value of one label: `disk=ssd,gpu=yes`. */
export function labelText(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map((label) => label.join('='))
    .sort()
    .join(',');
}
