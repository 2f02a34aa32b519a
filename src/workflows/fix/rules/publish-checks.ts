// Whether a change may leave at all, told from its own bytes, by a job that has seen nothing of how it was made. Pure.

import type { OutcomeName } from '../../../ports/run.js';
import type { Jobs } from '../../../ports/workflow.js';
import { outcomes } from '../../../runs/outcome.js';
import { cleanLine } from '../../../text/clean-output.js';
import { changedFiles } from '../../../text/diff.js';
import type { NotAdmitted } from '../../../text/lang/fix/thread/messages.js';
import { redactShapes } from '../../../text/redact-shapes.js';
import { readArtifact, type Verified } from '../../../verify/artifact.js';
import { fixedByCode } from '../../../verify/prove/proof.js';
import { isDocumentation } from '../../../verify/tamper/role.js';
import type { Ending } from '../../../view/check/index.js';
import { outcomeOf } from '../../check/rules/check-run.js';

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
  { workflowFiles, configFile, agents }: { workflowFiles: boolean; configFile: string; agents: string },
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

export interface Proof {
  readonly ending: Ending;
  readonly outcome: OutcomeName;
  /** Git's own name for all that the tree holds with the change; only where it may be handed in. */
  readonly tree: string | undefined;
  /** What failed before the change, passed with it where it was made, and still fails here. */
  readonly unheld: readonly string[];
  /** Tests of the base that failed before and pass now, because of the code. */
  readonly fixed: readonly string[];
  /** By the verify job: a test fails without the change and passes with it. */
  readonly isProven: boolean;
  /** It changes nothing but documents, which no test shows. */
  readonly isDocuments: boolean;
}

/** Nothing broke, though something may be left to say to whoever reviews it. Anything else is handed in to nobody. */
const HANDED_IN: readonly OutcomeName[] = ['done', 'awaiting', 'partial'];

/** A change by the digest of its diff, and what it was seen to mend where it was made. */
interface Claimed {
  readonly run: string;
  readonly diff: string;
  readonly fixed: readonly string[];
  /** What it touches. */
  readonly files: readonly string[];
}

/** Reads what it left; only a document about exactly this change counts, and what was mended there has to be mended here, too. */
export function proofOf({ run, diff, fixed, files }: Claimed, { verify }: Pick<Jobs, 'verify'>): Proof {
  const ending = endingOf(verify, readArtifact(verify.document, { run, head: { diff }, digest: verify.digest }));
  const document = ending.is === 'told' ? ending.document : undefined;
  const unheld = document?.found.is === 'verified' ? stillFailing(document.found, fixed) : [];
  const outcome = unheld.length > 0 ? 'failed' : outcomeOf(ending);
  const found = document?.found.is === 'verified' ? document.found : undefined;
  const mended = fixedByCode(found?.comparison.lists.fixed.names ?? [], files);
  const isProven = (found?.proof?.tests.length ?? 0) > 0 || mended.length > 0;
  const tree = HANDED_IN.includes(outcome) ? document?.change?.tree : undefined;
  const isDocuments = isDocumentation(files);
  return { ending, outcome, tree, unheld, fixed: mended, isProven, isDocuments };
}

/** The same of the commit that was handed in: it holds the very tree that was verified, under a name that anybody can look up. */
export function provenAs({ ending, ...proof }: Proof, sha: string): Proof {
  if (ending.is !== 'told') return { ...proof, ending };
  // It is a commit now like any other.
  const { change: _, ...document } = ending.document;
  return { ...proof, ending: { ...ending, document: { ...document, head: sha } } };
}

function stillFailing({ comparison: { lists } }: Verified, fixed: readonly string[]): readonly string[] {
  return fixed.map((name) => cleanLine(name)).filter((name) => lists.before.names.includes(name));
}

function endingOf({ result }: Jobs['verify'], read: ReturnType<typeof readArtifact>): Ending {
  if ('document' in read) return { is: 'told', document: read.document };
  if (result === 'cancelled') return { is: 'cancelled' };
  return read.flaw === 'missing' && result !== 'success' ? { is: 'died' } : { is: 'unusable', flaw: read.flaw };
}

/** What it has found where it said no; null where it did not, or could not say anything. */
export function redIn({ outcome, ending }: Proof): Verified | null {
  const found = ending.is === 'told' ? ending.document.found : null;
  return outcomes[outcome].conclusion === 'failure' && found?.is === 'verified' ? found : null;
}

/** Why the pull request is a draft, besides the configuration. */
export function draftsOf({ outcome, isProven, isDocuments }: Proof): readonly ('unshown' | 'asks' | 'unknown')[] {
  const of = { awaiting: ['asks'], partial: ['unknown'] } as const;
  return [
    ...(isProven || isDocuments ? [] : (['unshown'] as const)),
    ...(outcome in of ? of[outcome as keyof typeof of] : []),
  ];
}
