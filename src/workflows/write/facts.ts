// Checks the facts of a documentation draft: claims are looked up in the tree, examples are run in the sandbox. Used by review.ts; draft.ts uses
// a type.
import type { Sandbox, Workspace } from '../../ports/index.js';
import type { WriteMessages } from './messages.en.js';
import { claimsIn } from './rules/claims.js';
import { type ExampleRun, judgeExample, scriptOf } from './rules/examples.js';
import { checkClaims } from './rules/look-up.js';
import { paragraphsOf } from './rules/paragraphs.js';
import { indexOf, isSource } from './rules/repository-index.js';
import type { AgentFinding } from './rules/summary.js';
import type { Fact } from './rules/verdicts.js';

/** At most this many files are read. */
const MAX_FILES = 1_500;
/** A file of this size or more is skipped, because it is usually generated. */
const MAX_BYTES = 400_000;
/** At most this many bytes are read in all. */
const MAX_TEXT = 12_000_000;

/** Text files by extension or name; a name without an extension is one too. */
const TEXT_FILE =
  /(?:\.(?:[cm]?[jt]sx?|json|ya?ml|toml|md|markdown|py|rs|go|rb|sh|cfg|gemspec|c|h|cpp|java|kt|php|pl|lua)|(?:^|\/)(?:Makefile|makefile|GNUmakefile|Rakefile|[\w-]+))$/;

/** The tree in which claims are looked up, and the sandbox in which examples run. */
export interface FactSources {
  readonly workspace: Pick<Workspace, 'root' | 'files' | 'read'>;
  readonly sandbox: Pick<Sandbox, 'run'>;
  readonly signal?: AbortSignal | undefined;
}

/** The file of a draft, from which relative links start, and the other files that the run will write. */
export interface DraftLocation {
  readonly document: string;
  readonly planned?: readonly string[] | undefined;
}

/** The facts of a draft, checked in the environment of a run. */
export async function checkFacts(
  {
    environment,
    ctx,
  }: { readonly environment: Omit<FactSources, 'signal'>; readonly ctx: { readonly stop: AbortSignal } },
  draft: string,
  place: DraftLocation = { document: 'README.md' },
): Promise<readonly Fact[]> {
  return factsIn({ workspace: environment.workspace, sandbox: environment.sandbox, signal: ctx.stop }, draft, place);
}

/** The facts of a draft, by line. */
export async function factsIn(
  sources: FactSources,
  draft: string,
  { document, planned = [] }: DraftLocation,
): Promise<readonly Fact[]> {
  const claims = claimsIn(draft);
  const files = await sources.workspace.files({});
  const texts = await textsOf(sources.workspace, files);
  const index = indexOf({ files: [...files, document, ...planned], texts });
  const facts: Fact[] = [...checkClaims(claims, index, document, draft)];
  for (const claim of claims) {
    if (claim.kind !== 'example') continue;
    const what = claim.code.split('\n').find((line) => line.trim() !== '') ?? '';
    const script = scriptOf(claim, index);
    const ran = script === null ? null : await runExample(sources, script.line);
    facts.push({ kind: 'example', line: claim.line, what, ...judgeExample(claim, script, ran) });
  }
  return facts.sort((a, b) => a.line - b.line);
}

/** The texts of the tree within the limits: files near the root first, documents before sources, tests last. */
async function textsOf(
  workspace: FactSources['workspace'],
  files: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const rank = (file: string) =>
    file.split('/').length +
    (/(?:^|\/)(?:test|tests|__tests__|fixtures?|vendor|benchmarks?)\//.test(file) ? 100 : 0) +
    (isSource(file) ? 1 : 0);
  const wanted = files
    .filter((file) => TEXT_FILE.test(file))
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, MAX_FILES);
  const texts: Record<string, string> = {};
  let left = MAX_TEXT;
  for (const file of wanted) {
    if (left <= 0) break;
    const bytes = await workspace.read(file, { from: 0, to: MAX_BYTES }).catch(() => null);
    // A file with a zero byte is binary.
    if (bytes === null || bytes.length >= MAX_BYTES || bytes.includes(0)) continue;
    texts[file] = new TextDecoder().decode(bytes);
    left -= bytes.length;
  }
  return texts;
}

/** The time limit of an example in milliseconds. */
const EXAMPLE_TIME = 20_000;
/** Output of an example after this many characters is ignored. */
const MAX_OUTPUT = 200_000;

/** Runs an example in the sandbox. */
async function runExample({ workspace, sandbox, signal }: FactSources, line: string): Promise<ExampleRun> {
  let out = '';
  const ran = await sandbox.run({
    line,
    cwd: workspace.root,
    timeoutMs: EXAMPLE_TIME,
    signal,
    onOutput: (chunk) => {
      if (out.length < MAX_OUTPUT) out += new TextDecoder().decode(chunk);
    },
  });
  return { exit: ran.ended === 'itself' ? ran.exit : null, out };
}

/** The wrong facts as critical issues of the Editor. A wrong heading level is none. */
export function criticalsIn(
  draft: string,
  facts: readonly Fact[],
  say: Pick<WriteMessages, 'wrongFact' | 'correctIt'>,
): readonly AgentFinding[] {
  const paragraphs = paragraphsOf(draft);
  return facts
    .filter(({ verdict, kind }) => verdict === 'wrong' && kind !== 'heading')
    .map(({ kind, line, what, why }) => {
      const offset = draft
        .split('\n')
        .slice(0, line - 1)
        .join('\n').length;
      const paragraph = paragraphs.findLastIndex(({ start }) => start <= offset + 1) + 1;
      return {
        agent: 'Editor',
        location: `¶${Math.max(1, paragraph)}`,
        severity: 'critical' as const,
        issue: say.wrongFact({ line, kind, what, why }),
        suggestion: say.correctIt,
      };
    });
}
