/** Returns the lines of a step that give it a secret in a variable. */
export function usesOf(name: string): string {
  const variable = name
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^(?=\d|$)/, '_');
  return `environment:\n  ${quote(variable)}:\n    from_secret: ${quote(name)}\n`;
}

/** Names that YAML reads as something else need quotes. */
function quote(name: string): string {
  const isPlain =
    /^[a-z_][\w.-]*$/i.test(name) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(name);
  return isPlain ? name : JSON.stringify(name);
}
