// Reads the files of the repository that the writer gets, and writes the chapters into the tree. Used by work.ts.
import type { WorkEnvironment } from '../../ports/index.js';
import type { WorkDiff } from '../../ports/workflow.js';
import { sanitize } from '../../text/sanitize.js';
import { requestText, type WriteOrder } from './choose-path.js';
import type { WriteContext } from './context.js';
import type { PromptFile } from './rules/prompts.js';

/** The repository as files for prompts (list of files, README, manifests), and the document that the request names, if any. Recorded once. */
export async function readRepository({ ctx, environment }: WriteContext, order: WriteOrder) {
  const request = requestText(order);
  return ctx.step('repository', async () => {
    const all = await environment.workspace.files({});
    const target = namedDocument(request, all);
    const wanted = all.filter((file) => file === target || MANIFESTS.includes(file));
    const texts = await Promise.all(
      wanted.map(async (file): Promise<PromptFile> => ({ path: file, text: await textAt(environment, file) })),
    );
    const list = { path: 'files of the repository', text: all.slice(0, 500).join('\n') };
    return { repository: all.length > 0 ? [list, ...texts] : [], target };
  });
}

/** The beginning of a file, sanitized. */
async function textAt({ workspace }: Pick<WorkEnvironment, 'workspace'>, file: string): Promise<string> {
  const bytes = await workspace.read(file);
  return sanitize(new TextDecoder().decode(bytes ?? new Uint8Array())).text.slice(0, MAX_CHARACTERS);
}

/** The existing document that a request names; null if it names none or several. */
export function namedDocument(request: string, all: readonly string[]): string | null {
  const known = new Set(all);
  const words = request.match(/[\p{L}\p{N}_./-]+\.(?:md|markdown|mdx)\b/gu) ?? [];
  const found = [...new Set(words.map((word) => word.replace(/^\.\//, '')))].filter((word) => known.has(word));
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** The most characters of a file in a prompt. */
const MAX_CHARACTERS = 20_000;

/** Files at the root that describe the project. */
const MANIFESTS = [
  'README.md',
  'readme.md',
  'Readme.md',
  'package.json',
  'pyproject.toml',
  'Cargo.toml',
  'go.mod',
  'Makefile',
];

/** Writes the chapters into the tree and returns the change, if there is one. A file with CRLF line ends keeps them. */
export async function writeChapters(
  { workspace, baseCommit }: WorkEnvironment,
  chapters: readonly { readonly file: string; readonly text: string }[],
): Promise<WorkDiff | undefined> {
  const base = await baseCommit.head();
  const checkoutDifferences = base === null ? null : (await baseCommit.readInitialState(base)).checkoutDifferences;
  for (const { file, text } of chapters) {
    const before = await workspace.read(file);
    const hasCrlf = before !== null && new TextDecoder().decode(before).includes('\r\n');
    await workspace.write(file, new TextEncoder().encode(hasCrlf ? text.replaceAll('\n', '\r\n') : text));
  }
  if (base === null || checkoutDifferences === null) return undefined;
  const { diff } = await baseCommit.changesSince(base, checkoutDifferences);
  return diff.text === '' ? undefined : { base, sha256: diff.sha256, files: diff.files, text: diff.text };
}
