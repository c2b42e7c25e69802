/** Reads labels that are written `key:value`, one a line or with commas; undefined if one is not. */
export function readLabels(text: string): Record<string, string> | undefined {
  const labels: Record<string, string> = {};
  for (const line of text.split(/[\n,]/).map((each) => each.trim())) {
    if (!line) continue;
    const [, name, value] = /^([^:\s]+)\s*:\s*([^:]+)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) return undefined;
    labels[name] = value;
  }
  return labels;
}
