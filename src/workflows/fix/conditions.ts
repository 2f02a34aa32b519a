// Under which conditions the Editor works: what the repository tells it, the machine, how one test is run, and where tests would go.
import { detect, readTree, type Step } from '../../verify/detect/index.js';
import { oneTest, suiteFor } from '../../verify/test-commands.js';
import { changeText } from '../review/rules/change-text.js';
import { type Conditions, runtimesOf } from './rules/conditions.js';
import { INSTRUCTION_FILES, instructionsText } from './rules/instructions.js';
import type { FixContext, Site } from './site.js';

/** Read once in the life of a run. */
export async function conditionsOf({
  ctx,
  environment,
  base,
}: Pick<Site, 'ctx' | 'environment'> & { readonly base: string | undefined }): Promise<Conditions> {
  const tree = await readTree(environment.workspace);
  const { steps } = detect(tree, ctx.settings.config.verify);
  const { system, versions } = await environment.machine();
  const asked = runtimesOf(steps.map(({ command }) => command));
  const suite = steps.some(({ purpose }) => purpose === 'test') ? undefined : suiteFor(tree);
  return {
    instructions: instructionsText(await instructionFiles(ctx, environment)),
    system,
    versions: asked.flatMap((name) => (versions[name] === undefined ? [] : [`${name} ${versions[name]}`])),
    oneTest: [...new Set(steps.flatMap(oneOf))],
    suite,
    pull: base === undefined ? undefined : await pullOf(environment, base),
  };
}

/** The change of a pull request since it parted from its base; undefined where the two share nothing here. */
async function pullOf({ below }: Site['environment'], base: string): Promise<Conditions['pull']> {
  const parted = await below.parted(`refs/remotes/origin/${base}`);
  if (parted === null) return undefined;
  const { diff } = await below.since(parted, {});
  return { base, parted, ...changeText(diff.text) };
}

/** Of the default branch; at a terminal without a repository, of the person's own tree. */
async function instructionFiles({ repo, place, ...ctx }: FixContext, environment: Site['environment']) {
  if (place === 'thread' && repo !== undefined && ctx.github) {
    const { github } = ctx;
    const sha = await github.branches.head(await github.repository.defaultBranch());
    const files = sha === null ? [] : await github.branches.files(sha, INSTRUCTION_FILES);
    return files.flatMap(({ path, bytes }) => (bytes === null ? [] : [{ path, text: textOf(bytes) }]));
  }
  const read = INSTRUCTION_FILES.map(async (path) => ({
    path,
    bytes: await environment.workspace.read(path).catch(() => null),
  }));
  return (await Promise.all(read)).flatMap(({ path, bytes }) =>
    bytes === null ? [] : [{ path, text: textOf(bytes) }],
  );
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

/** As its step starts it: `uv run pytest` stays behind `uv run`. */
function oneOf({ purpose, command, leads, cwd }: Step): readonly string[] {
  if (purpose !== 'test') return [];
  const [prefix = ''] = /^(?:(?:uv|poetry|pipenv|hatch) run )/.exec(command) ?? [];
  return (leads?.runners ?? []).flatMap((runner) => {
    const one = oneTest(runner);
    return one === undefined ? [] : [`${prefix}${one}${cwd === '.' ? '' : ` (in ${cwd})`}`];
  });
}
