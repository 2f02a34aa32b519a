// Whether a change may leave at all, told from its own bytes, by a job that has seen nothing of how it was made. Pure.
import type { NotAdmitted } from '../../../text/lang/fix/thread/messages.js';
import { redactShapes } from '../../../text/redact-shapes.js';
import { changedFiles } from './changed-files.js';
import { conflictedFiles } from './conflicted-files.js';

const MOST_FILES = 300;
const MOST_BYTES = 10_000_000;

/** What nobody's task is to change: git's own, crew's own. Letters in any case, since some file systems do not tell them apart. */
const PROTECTED = /(?:^|\/)\.git(?:$|\/)|^\.gitmodules$|^\.github\/crew\.ya?ml$|^\.crew(?:$|\/)/i;
const WORKFLOWS = /^\.github\/(?:workflows|actions)\//i;
/** What crew itself goes by, and who has to look at what: with these a change would decide over the next one. */
const RULES = /^\.agent(?:$|\/)|^(?:\.github\/|docs\/)?CODEOWNERS$/i;
/** Outside of the tree, or not there for anybody to see. */
const STRANGE = /^(?:\/|\\|[a-z]:)|(?:^|[/\\])\.\.?(?:[/\\]|$)|[\p{Cc}\\]|\/\/|\/$|^$/iu;
/** Links and submodules: what they lead to is no part of what was verified. */
const LEADS = /^(?:new mode|new file mode|deleted file mode|old mode|index [0-9a-f]+\.\.[0-9a-f]+) (?:120000|160000)$/m;

/** The first reason, or null. */
export function admit(
  { text, files }: { readonly text: string; readonly files: readonly string[] },
  {
    workflowFiles,
    configFile,
    agents,
    isMerge = false,
  }: { workflowFiles: boolean; configFile: string; agents: string; isMerge?: boolean },
): NotAdmitted | null {
  // Packed bytes count as what comes out of them.
  const packed = [...text.matchAll(/^literal (\d+)$/gm)].reduce((sum, [, size]) => sum + Number(size), 0);
  const bytes = Buffer.byteLength(text) + packed;
  if (bytes > MOST_BYTES) return { is: 'too-large', bytes };
  const found = changedFiles(text);
  const isRule = rulesIn(agents);
  const paths = [...new Set(found.flatMap(({ path, from }) => [path, ...(from === undefined ? [] : [from])]))];
  if (paths.length > MOST_FILES) return { is: 'too-many', files: paths.length };
  // What is applied is the text; what it says of itself beside has to be the same.
  if (!sameNames(new Set(files), new Set(paths))) return { is: 'another' };
  for (const path of paths) {
    if (STRANGE.test(path)) return { is: 'strange', path };
    // Some file systems do not tell letters apart by their case.
    if (PROTECTED.test(path) || path.toLowerCase() === configFile.toLowerCase()) return { is: 'protected', path };
    if (isRule(path) && !workflowFiles) return { is: 'rules', path };
  }
  const [lead] = text.split(/^(?=diff --git )/m).filter((part) => LEADS.test(part.split('\n@@')[0] ?? ''));
  if (lead !== undefined) return { is: 'link', path: changedFiles(lead)[0]?.path ?? '' };
  const [conflicted] = isMerge ? conflictedFiles(text) : [];
  if (conflicted !== undefined) return { is: 'conflict', path: conflicted };
  const kinds = secretsAdded(text);
  return kinds.length > 0 ? { is: 'secret', kinds } : null;
}

/** The kinds of secrets of which there are more in the added lines than in the removed ones: a line that only moves adds none. */
function secretsAdded(diff: string): readonly string[] {
  const lines = (pattern: RegExp) => (diff.match(pattern) ?? []).map((line) => line.slice(1)).join('\n');
  const added = redactShapes(lines(/^\+(?!\+\+ ).*$/gm)).counts;
  const removed = redactShapes(lines(/^-(?!-- ).*$/gm)).counts;
  return Object.keys(added).filter((kind) => (added[kind] ?? 0) > (removed[kind] ?? 0));
}

/** The folder of the agents is what the configuration says; a folder may be written in many ways. */
function rulesIn(agents: string): (file: string) => boolean {
  const folder = agents.split('/').filter((part) => part !== '' && part !== '.');
  const isWithin = (file: string) => {
    const parts = file.toLowerCase().split('/');
    return folder.every((part, n) => parts[n] === part.toLowerCase());
  };
  return (file) => WORKFLOWS.test(file) || RULES.test(file) || isWithin(file);
}

const sameNames = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((name) => b.has(name));
