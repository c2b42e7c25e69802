import { describe, expect, it } from 'vitest';
import { callMain } from '../testing/run-starlark.ts';

const context = {
  build: { event: 'push', branch: 'main', message: 'Fix "quotes"' },
  repo: { name: 'millrace', namespace: 'octo', slug: 'octo/millrace', private: false },
  input: { image: 'node', versions: ['20', '22'], publish: true, number: 12 },
};
const generate = (source: string) => callMain(source, { ...context, file: '.drone.star' });

describe('pipeline generators', () => {
  it('creates a pipeline for each Go version', async () => {
    const pipelines = await generate(`
GO_VERSIONS = ["1.21", "1.22", "tip"]

def main(ctx):
    before = [test(v) for v in GO_VERSIONS]
    return before + [release(before)] if ctx.build.branch == "main" else before

def test(version):
    return {
        "kind": "pipeline",
        "type": "docker",
        "name": "test-go-%s" % version.replace(".", "-"),
        "steps": [
            step("vet", version, ["go vet ./..."]),
            step("test", version, ["go test -race ./..."], failure = "ignore" if version == "tip" else "always"),
        ],
    }

def step(name, version, commands, failure = "always"):
    made = {
        "name": name,
        "image": "golang:" + version if version != "tip" else "golang:latest",
        "commands": commands,
    }
    if failure != "always":
        made["failure"] = failure
    return made

def release(before):
    return {
        "kind": "pipeline",
        "name": "release",
        "steps": [],
        "depends_on": [p["name"] for p in before],
    }
`);
    expect(pipelines).toHaveLength(4);
    expect(pipelines).toMatchObject([
      { name: 'test-go-1-21', steps: [{ image: 'golang:1.21' }, { name: 'test' }] },
      {},
      { name: 'test-go-tip', steps: [{ image: 'golang:latest' }, { failure: 'ignore' }] },
      { name: 'release', depends_on: ['test-go-1-21', 'test-go-1-22', 'test-go-tip'] },
    ]);
  });

  it('reads the build, the repository and the input of a template', async () => {
    const pipeline = await generate(`
def main(ctx):
    image = getattr(ctx.input, "image", "alpine")
    steps = [
        {
            "name": "test-" + version,
            "image": "{}:{}".format(image, version),
            "commands": ["echo '%s #%d'" % (ctx.repo.slug, ctx.input.number), "npm test"],
        }
        for version in ctx.input.versions
    ]
    if ctx.build.event == "push" and ctx.input.publish and not ctx.repo.private:
        steps.append(publish(ctx, settings = {"dry_run": False}))
    return {"kind": "pipeline", "name": ctx.repo.name, "steps": steps}

def publish(ctx, **more):
    return dict({
        "name": "publish",
        "image": "plugins/npm",
        "environment": {"TOKEN": {"from_secret": "npm_token"}, "MESSAGE": ctx.build.message},
    }, **more)
`);
    expect(pipeline).toEqual({
      kind: 'pipeline',
      name: 'millrace',
      steps: [
        { name: 'test-20', image: 'node:20', commands: ["echo 'octo/millrace #12'", 'npm test'] },
        { name: 'test-22', image: 'node:22', commands: ["echo 'octo/millrace #12'", 'npm test'] },
        {
          name: 'publish',
          image: 'plugins/npm',
          environment: { TOKEN: { from_secret: 'npm_token' }, MESSAGE: 'Fix "quotes"' },
          settings: { dry_run: false },
        },
      ],
    });
  });

  it('combines platforms with databases, and omits some', async () => {
    const pipelines = await generate(`
DATABASES = {"sqlite": None, "postgres": "postgres:17", "mysql": "mysql:9"}
SKIP = [("arm64", "mysql")]

def main(_):
    return [
        pipeline(arch, db, image)
        for arch in ("amd64", "arm64")
        for db, image in DATABASES.items()
        if (arch, db) not in SKIP
    ]

def pipeline(arch, db, image):
    p = {
        "kind": "pipeline",
        "name": "_".join([arch, db]),
        "platform": {"os": "linux", "arch": arch},
        "steps": [{"name": "test", "image": "golang", "commands": lines("""
            go build ./...
            go test ./... -db=%s
        """ % db)}],
    }
    if image:
        p["services"] = [{"name": db, "image": image}]
    return p

def lines(text):
    return [line.strip() for line in text.splitlines() if line.strip()]
`);
    expect(pipelines).toHaveLength(5);
    expect(pipelines).toMatchObject([
      {
        name: 'amd64_sqlite',
        steps: [{ commands: ['go build ./...', 'go test ./... -db=sqlite'] }],
      },
      { name: 'amd64_postgres', services: [{ name: 'postgres', image: 'postgres:17' }] },
      { name: 'amd64_mysql' },
      { name: 'arm64_sqlite', platform: { os: 'linux', arch: 'arm64' } },
      { name: 'arm64_postgres' },
    ]);
  });

  it('returns the same result each time', async () => {
    const source =
      'def main(ctx): return [hash(ctx.repo.slug), dir(ctx), sorted(set(["b", "a"])), str({"x": 1.5})]\n';
    expect(await generate(source)).toEqual(await generate(source));
  });
});
