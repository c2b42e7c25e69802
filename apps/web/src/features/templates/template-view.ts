import type { Template } from '@millrace/contract/api';

export const templateExtensions = ['.jsonnet', '.starlark', '.yaml'] as const;
export type TemplateExtension = (typeof templateExtensions)[number];

export type TemplateLanguage = 'jsonnet' | 'starlark' | 'yaml';

/** Returns the language for the extension of a template's name, by default YAML. */
export function languageOf(name: string): TemplateLanguage {
  if (name.endsWith('.jsonnet')) return 'jsonnet';
  return /\.(starlark|star|script)$/.test(name) ? 'starlark' : 'yaml';
}

/** Initial text of a new template. */
export const templateExamples: Record<TemplateExtension, string> = {
  '.jsonnet': `local branch = std.extVar("build.branch");

{
  kind: "pipeline",
  type: "exec",
  name: "default",
  steps: [
    {
      name: "test",
      commands: [
        "echo building " + branch,
        std.extVar("input.command"),
      ],
    },
  ],
}
`,
  '.starlark': `def main(ctx):
    return {
        "kind": "pipeline",
        "type": "exec",
        "name": "default",
        "steps": [
            {
                "name": "test",
                "commands": [
                    "echo building " + ctx.build.branch,
                    ctx.input.command,
                ],
            },
        ],
    }
`,
  '.yaml': `kind: pipeline
type: exec
name: default

steps:
  - name: test
    commands:
      - echo building {{ .build.branch }}
      - {{ .input.command }}
`,
};

/** Adds a new or edited template to the top of the list. */
export function withTemplate(templates: readonly Template[], changed: Template): Template[] {
  return [changed, ...templates.filter((template) => template.name !== changed.name)];
}
