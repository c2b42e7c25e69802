const names: Record<string, string> = {
  x64: 'amd64',
  x86_64: 'amd64',
  aarch64: 'arm64',
  ia32: '386',
  i386: '386',
  armv7l: 'arm',
};

/** Name of a processor architecture as used in pipelines. */
export function architectureName(name: string): string {
  return names[name] ?? name;
}
