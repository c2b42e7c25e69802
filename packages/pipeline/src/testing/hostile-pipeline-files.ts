const many = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('');

const head = 'kind: pipeline\ntype: exec\nname: a\nclone: { disable: true }\n';
const oneStep = 'steps: [{ name: a, commands: ["true"] }]\n';
const commands = `${head}steps:\n- name: a\n  commands:\n`;

/** Creates files that use this share of the limits. Each one is expensive for another part of the parser. */
export const hostileFilesOf = (share: number): Record<string, string> => {
  const part = (count: number) => Math.ceil(count * share);
  return {
    'many commands': commands + '  - a\n'.repeat(part(165_000)),
    'many steps': `${head}steps:\n${many(
      part(2000),
      (index) =>
        `- name: s${index}\n  depends_on: [${index > 0 ? `s${index - 1}` : ''}]\n  commands: [${'echo hello, '.repeat(30)}]\n`,
    )}`,
    'many pipelines': many(
      250,
      (index) =>
        `${head.replace('name: a', `name: p${index}`)}depends_on: [${many(index, (at) => `p${at},`)}]\n${oneStep}---\n`,
    ),
    'long texts behind aliases': `.a: &a [${`"${'y'.repeat(100)}",`.repeat(1000)}]\n${head}steps:\n${many(part(190), (index) => `- { name: s${index}, commands: *a }\n`)}`,
    'the old format': `pipeline:\n  a:\n    image: b\n    commands:\n${'    - a\n'.repeat(part(110_000))}`,
    'template documents': many(
      part(25),
      () => `kind: template\nload: a.yaml\ndata: { x: [${'1,'.repeat(7000)}] }\n---\n`,
    ),
    'patterns of paths': `${head}${oneStep}trigger:\n  branch: [${`"${'a*'.repeat(12)}b",`.repeat(3000)}]\n`,
    'patterns of steps': `${head}steps: [{ name: a, commands: ["true"], when: { branch: [${`"${'a*'.repeat(12)}b",`.repeat(3000)}"a*"] } }]\n`,
    'many more patterns': `${head}${oneStep}trigger:\n  branch: [${`"${'a*'.repeat(12)}b",`.repeat(34_000)}]\n`,
  };
};

/** The most expensive files that the limits allow. */
export const hostileFiles = hostileFilesOf(1);

/** A branch that is expensive to match against these patterns. */
export const hostileBranch = 'a'.repeat(200);

/** Files that exceed one limit each, by the name of the limit. */
export const excessiveFiles: Record<string, string> = {
  characters: commands + '  - a\n'.repeat(170_000),
  documents: 'a: b\n---\n'.repeat(501),
  pipelines: many(251, (index) => `kind: pipeline\nname: p${index}\n${oneStep}---\n`),
  'steps and services': `${head}steps:\n${'- { name: a }\n'.repeat(2001)}`,
  aliases: `.a: &a 1\n.b: [${'*a, '.repeat(5001)}]\n${head}${oneStep}`,
  'texts, those behind aliases counted each time': `.a: &a [${'x,'.repeat(1000)}]\n${head}steps:\n${many(201, (index) => `- { name: s${index}, commands: *a }\n`)}`,
};
