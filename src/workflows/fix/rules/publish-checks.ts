// Decides whether a change may be published: first from its diff, then from the document of the verify job. Also lists changes that a
// reviewer should notice: new dependencies, install scripts, workflow permissions. Pure. Used by ../publish.ts, ../publish-pull.ts,
// ../start.ts, the messages, and build/publish.ts.

import type { OutcomeName } from '../../../ports/run.js';
import type { JobResults } from '../../../ports/workflow.js';
import { outcomes } from '../../../runs/outcome.js';
import { cleanLine } from '../../../text/clean-output.js';
import { changedFiles, conflictedFiles } from '../../../text/diff.js';
import { redactPatterns } from '../../../text/redact-secrets.js';
import { readArtifact, type Verified } from '../../../verify/artifact.js';
import { json, record, strings, texts, toml, yaml } from '../../../verify/detect/manifest-text.js';
import { fixedByCode, hasHardCodedResults } from '../../../verify/prove/proof.js';
import { isDocumentation } from '../../../verify/tamper/role.js';
import type { CheckEnding } from '../../../view/check/index.js';
import { outcomeOf } from '../../check/rules/check-run.js';

/**
 * Why a change may not be published. `protected`: a file that no task may change. `review-rules`: a file that decides how changes are reviewed.
 * `strange`: an unsafe path. `link`: a symbolic link or submodule. `conflict`: a conflict marker. `files-differ`: the diff disagrees with its list
 * of files.
 */
export type PublishRefusal =
  | { readonly is: 'protected' | 'review-rules' | 'strange' | 'link' | 'conflict'; readonly path: string }
  | { readonly is: 'too-large'; readonly bytes: number }
  | { readonly is: 'too-many'; readonly files: number }
  | { readonly is: 'secret'; readonly kinds: readonly string[] }
  | { readonly is: 'files-differ' };

const MAX_FILES = 300;
const MAX_BYTES = 10_000_000;

/**
 * Files of git and of crew: `.gitmodules`, `.github/crew.yml`, `.crew/…`. No task may change them. Case is ignored, because some file
 * systems ignore it.
 */
const PROTECTED = /(?:^|\/)\.git(?:$|\/)|^\.gitmodules$|^\.github\/crew\.ya?ml$|^\.crew(?:$|\/)/i;
const WORKFLOWS = /^\.github\/(?:workflows|actions)\//i;
/** Files that decide how later changes are made and reviewed: `.agent/…`, `CODEOWNERS`. */
const REVIEW_RULE_FILES = /^\.agent(?:$|\/)|^(?:\.github\/|docs\/)?CODEOWNERS$/i;
/** Absolute paths, paths with `..` and paths with control characters: `/etc/x`, `a/../../b`, `c:\\x`. */
const UNSAFE_PATH = /^(?:\/|\\|[a-z]:)|(?:^|[/\\])\.\.?(?:[/\\]|$)|[\p{Cc}\\]|\/\/|\/$|^$/iu;
/**
 * A line of a diff that names the mode of a symbolic link or submodule, such as `new file mode 120000`. Their targets were not verified.
 */
const LINK_MODE =
  /^(?:new mode|new file mode|deleted file mode|old mode|index [0-9a-f]+\.\.[0-9a-f]+) (?:120000|160000)$/m;

/** Returns the first reason not to publish a diff, or null. */
export function reasonNotToPublish(
  { text, files }: { readonly text: string; readonly files: readonly string[] },
  {
    workflowFiles,
    configFile,
    agents,
    isMerge = false,
  }: { workflowFiles: boolean; configFile: string; agents: string; isMerge?: boolean },
): PublishRefusal | null {
  // Binary files count with their unpacked size.
  const unpacked = [...text.matchAll(/^literal (\d+)$/gm)].reduce((sum, [, size]) => sum + Number(size), 0);
  const bytes = Buffer.byteLength(text) + unpacked;
  if (bytes > MAX_BYTES) return { is: 'too-large', bytes };
  const found = changedFiles(text);
  const isRule = reviewRuleMatcher(agents);
  const paths = [...new Set(found.flatMap(({ path, from }) => [path, ...(from === undefined ? [] : [from])]))];
  if (paths.length > MAX_FILES) return { is: 'too-many', files: paths.length };
  // The text is applied, so the list of files must agree with it.
  if (!sameNames(new Set(files), new Set(paths))) return { is: 'files-differ' };
  for (const path of paths) {
    if (UNSAFE_PATH.test(path)) return { is: 'strange', path };
    // Some file systems ignore case.
    if (PROTECTED.test(path) || path.toLowerCase() === configFile.toLowerCase()) return { is: 'protected', path };
    if (isRule(path) && !workflowFiles) return { is: 'review-rules', path };
  }
  const [lead] = text.split(/^(?=diff --git )/m).filter((part) => LINK_MODE.test(part.split('\n@@')[0] ?? ''));
  if (lead !== undefined) return { is: 'link', path: changedFiles(lead)[0]?.path ?? '' };
  const [conflicted] = isMerge ? conflictedFiles(text) : [];
  if (conflicted !== undefined) return { is: 'conflict', path: conflicted };
  const kinds = secretsAdded(text);
  return kinds.length > 0 ? { is: 'secret', kinds } : null;
}

/** Kinds of secrets that occur more often in added lines than in removed ones. A moved line adds none. */
function secretsAdded(diff: string): readonly string[] {
  const lines = (pattern: RegExp) => (diff.match(pattern) ?? []).map((line) => line.slice(1)).join('\n');
  const added = redactPatterns(lines(/^\+(?!\+\+ ).*$/gm)).counts;
  const removed = redactPatterns(lines(/^-(?!-- ).*$/gm)).counts;
  return Object.keys(added).filter((kind) => (added[kind] ?? 0) > (removed[kind] ?? 0));
}

/** Whether a file belongs to the workflows, the owners or the configured folder of agents. */
function reviewRuleMatcher(agents: string): (file: string) => boolean {
  const folder = agents.split('/').filter((part) => part !== '' && part !== '.');
  const isWithin = (file: string) => {
    const parts = file.toLowerCase().split('/');
    return folder.every((part, n) => parts[n] === part.toLowerCase());
  };
  return (file) => WORKFLOWS.test(file) || REVIEW_RULE_FILES.test(file) || isWithin(file);
}

const sameNames = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((name) => b.has(name));

/** What the verify job found out about a change. */
export interface VerifyReport {
  readonly ending: CheckEnding;
  readonly outcome: OutcomeName;
  /** The git tree with the change, if it may be published. */
  readonly tree: string | undefined;
  /** Tests that the work job fixed and that still fail in the verify job. */
  readonly unconfirmed: readonly string[];
  /** Tests of the base that the code of the change fixed. */
  readonly fixed: readonly string[];
  /** In the verify job, a test fails without the change and passes with it. */
  readonly isProven: boolean;
  /** The change edits documentation only, which no test can prove. */
  readonly isDocuments: boolean;
}

/** The outcomes of the verify job after which a change is published. */
const PUBLISHED_OUTCOMES: readonly OutcomeName[] = ['done', 'awaiting', 'partial'];

/** What the work job reports about its change. The verify job must confirm it. */
interface ClaimedChange {
  readonly run: string;
  readonly diff: string;
  readonly fixed: readonly string[];
  /** The changed files. */
  readonly files: readonly string[];
}

/**
 * Reads the document of the verify job. The document is unusable if it is about another diff. The outcome is `failed` if a test that the
 * work job fixed still fails.
 */
export function verifyReportOf(
  { run, diff, fixed, files }: ClaimedChange,
  { verify }: Pick<JobResults, 'verify'>,
): VerifyReport {
  const ending = endingOf(verify, readArtifact(verify.document, { run, head: { diff }, digest: verify.digest }));
  const document = ending.is === 'told' ? ending.document : undefined;
  const unconfirmed = document?.found.is === 'verified' ? unconfirmedTests(document.found, fixed) : [];
  const outcome = unconfirmed.length > 0 ? 'failed' : outcomeOf(ending);
  const found = document?.found.is === 'verified' ? document.found : undefined;
  const fixedTests = fixedByCode(found?.comparison.lists.fixed.names ?? [], files, found?.proof);
  const isShown = (found?.proof?.tests.length ?? 0) > 0 || fixedTests.length > 0;
  const isProven = isShown && !hasHardCodedResults(found?.tamper.found);
  const tree = PUBLISHED_OUTCOMES.includes(outcome) ? document?.change?.tree : undefined;
  const isDocuments = isDocumentation(files);
  return { ending, outcome, tree, unconfirmed, fixed: fixedTests, isProven, isDocuments };
}

/** The report about the published commit, which has the verified tree. */
export function reportForCommit({ ending, ...facts }: VerifyReport, sha: string): VerifyReport {
  if (ending.is !== 'told') return { ...facts, ending };
  // `change` names the uncommitted tree, so a commit has none.
  const { change: _, ...document } = ending.document;
  return { ...facts, ending: { ...ending, document: { ...document, head: sha } } };
}

/** A change with its base commit, its files and what the verify job found out about it. */
export interface WholeChange {
  readonly report: VerifyReport;
  readonly base: string;
  readonly files: readonly string[];
}

/**
 * Returns the change of the whole pull request if the verify job compared the pull request with this base branch. Otherwise returns `own`,
 * the change of this round.
 */
export function wholeChange(own: WholeChange, base: string): WholeChange {
  const { report: proof } = own;
  const whole = proof.ending.is === 'told' ? proof.ending.document.whole : undefined;
  if (proof.ending.is !== 'told' || whole?.onto !== base) return own;
  const { files, found } = whole;
  const ending: CheckEnding = { is: 'told', document: { ...proof.ending.document, base: whole.base, found } };
  const fixed = fixedByCode(found.comparison.lists.fixed.names, files);
  const isProven = (found.proof?.tests.length ?? 0) > 0 || fixed.length > 0;
  const facts = { ending, outcome: outcomeOf(ending), fixed, isProven, isDocuments: isDocumentation(files) };
  return { report: { ...proof, ...facts }, base: whole.base, files };
}

function unconfirmedTests({ comparison: { lists } }: Verified, fixed: readonly string[]): readonly string[] {
  return fixed.map((name) => cleanLine(name)).filter((name) => lists.before.names.includes(name));
}

function endingOf({ result }: JobResults['verify'], read: ReturnType<typeof readArtifact>): CheckEnding {
  if ('document' in read) return { is: 'told', document: read.document };
  if (result === 'cancelled') return { is: 'cancelled' };
  return read.flaw === 'missing' && result !== 'success' ? { is: 'died' } : { is: 'unusable', flaw: read.flaw };
}

/** Returns the verification if the verify job failed. Returns null if it passed or could not run. */
export function failedVerification({ outcome, ending }: VerifyReport): Verified | null {
  const found = ending.is === 'told' ? ending.document.found : null;
  return outcomes[outcome].conclusion === 'failure' && found?.is === 'verified' ? found : null;
}

/** The reasons for which the pull request becomes a draft, besides `fix.draft`. */
export function draftReasons({
  outcome,
  isProven,
  isDocuments,
}: VerifyReport): readonly ('unproven' | 'tampered' | 'unknown')[] {
  const of = { awaiting: ['tampered'], partial: ['unknown'] } as const;
  return [
    ...(isProven || isDocuments ? [] : (['unproven'] as const)),
    ...(outcome in of ? of[outcome as keyof typeof of] : []),
  ];
}

/** What a reviewer should notice in a file: new dependencies, new or changed install scripts, or changed permissions of a workflow. */
export type Notice =
  | { readonly is: 'dependencies'; readonly file: string; readonly names: readonly string[] }
  | { readonly is: 'install-scripts'; readonly file: string; readonly names: readonly string[] }
  | { readonly is: 'permissions'; readonly file: string };

/** A file before and after the change; null where it does not exist. */
interface TwoSides {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/;

/** Whether the file is a manifest or an Actions workflow. */
export const mayHaveNotices = (path: string): boolean => WORKFLOW.test(path) || readerOf(path) !== undefined;

/** The notices of all files. */
export function noticesOf(files: readonly TwoSides[]): readonly Notice[] {
  return files.flatMap(({ path, before, after }): readonly Notice[] => {
    if (after === null) return [];
    if (WORKFLOW.test(path)) {
      const permissionsBefore = before === null ? '{}' : permissionsIn(before);
      return permissionsIn(after) === permissionsBefore ? [] : [{ is: 'permissions', file: path }];
    }
    const read = readerOf(path);
    const names = read ? newNames(read(before ?? ''), read(after)) : [];
    const scripts = isPackage(path) ? changedEntries(installScripts(before ?? ''), installScripts(after)) : [];
    return [
      ...(names.length > 0 ? [{ is: 'dependencies', file: path, names } as const] : []),
      ...(scripts.length > 0 ? [{ is: 'install-scripts', file: path, names: scripts } as const] : []),
    ];
  });
}

const newNames = (before: readonly string[], after: readonly string[]): readonly string[] =>
  [...new Set(after)].filter((name) => !before.includes(name));

const changedEntries = (before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>) =>
  Object.keys(after).filter((name) => after[name] !== before[name]);

const isPackage = (path: string): boolean => /(?:^|\/)package\.json$/.test(path);

/** Scripts that npm runs at installation. */
const AT_INSTALL = ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish'];

function installScripts(text: string): Readonly<Record<string, string>> {
  const all = texts(json(text).scripts);
  return Object.fromEntries(Object.entries(all).filter(([name]) => AT_INSTALL.includes(name)));
}

type Reader = (text: string) => readonly string[];

/** Manifests, each with a function that returns its dependency names. */
const READERS: readonly (readonly [RegExp, Reader])[] = [
  [/(?:^|\/)package\.json$/, namesInPackage],
  [/(?:^|\/)pyproject\.toml$/, namesInPyproject],
  [/(?:^|\/)requirements[\w.-]*\.txt$/, (text) => text.split('\n').flatMap(requirement)],
  [/(?:^|\/)Cargo\.toml$/, namesInCargo],
  [
    /(?:^|\/)go\.mod$/,
    (text) => allMatches(text.replace(/\/\/.*$/gm, ''), /^\s*(?:require\s+)?([\w.-]+\.[\w./-]+)\s+v\d/gm),
  ],
  [/(?:^|\/)Gemfile$/, (text) => allMatches(text, /^\s*gem\s+["']([\w.-]+)/gm)],
  [
    /(?:^|\/)composer\.json$/,
    (text) => ['require', 'require-dev'].flatMap((key) => Object.keys(record(json(text)[key]))),
  ],
  [/(?:^|\/)pom\.xml$/, (text) => allMatches(text, /<artifactId>\s*([\w.-]+)\s*<\/artifactId>/g)],
  [/(?:^|\/)build\.gradle(?:\.kts)?$/, (text) => allMatches(text, /["']([\w.-]+:[\w.-]+)(?::[^"']*)?["']/g)],
  [/\.(?:cs|fs)proj$/, (text) => allMatches(text, /<PackageReference\s[^>]*Include="([\w.-]+)"/g)],
];

const readerOf = (path: string): Reader | undefined => READERS.find(([pattern]) => pattern.test(path))?.[1];

const allMatches = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].flatMap(([, name]) => name ?? []);

function namesInPackage(text: string): readonly string[] {
  const manifest = json(text);
  return ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'].flatMap((key) =>
    Object.keys(record(manifest[key])),
  );
}

/** The name in a line of requirements.txt: `requests[socks]>=2 ; python_version > "3"` names `requests`. Empty for other lines. */
function requirement(line: string): readonly string[] {
  const [, name] = /^\s*([A-Za-z0-9][\w.-]*)/.exec(line) ?? [];
  return name === undefined ? [] : [name.toLowerCase()];
}

function namesInPyproject(text: string): readonly string[] {
  const { project, tool, 'dependency-groups': groups } = toml(text);
  const { dependencies, 'optional-dependencies': optional } = record(project);
  const lists = [dependencies, ...Object.values(record(optional)), ...Object.values(record(groups))];
  const poetry = record(record(tool).poetry);
  const poetryGroups = Object.values(record(poetry.group)).map((group) => record(group).dependencies);
  const tables = [poetry.dependencies, poetry['dev-dependencies'], ...poetryGroups];
  return [
    ...lists.flatMap(strings).flatMap(requirement),
    ...tables.flatMap((table) => Object.keys(record(table))).filter((name) => name !== 'python'),
  ];
}

function namesInCargo(text: string): readonly string[] {
  const manifest = toml(text);
  const tables = [manifest, record(manifest.workspace), ...Object.values(record(manifest.target)).map(record)];
  return tables.flatMap((table) =>
    ['dependencies', 'dev-dependencies', 'build-dependencies'].flatMap((key) => Object.keys(record(table[key]))),
  );
}

/** The permissions of an Actions workflow and its jobs, as text that can be compared. */
function permissionsIn(text: string): string {
  const { permissions, jobs } = yaml(text);
  const ofJobs = Object.entries(record(jobs)).flatMap(([name, job]) => {
    const own = record(job).permissions;
    return own === undefined ? [] : [[name, own]];
  });
  const found = {
    ...(permissions === undefined ? {} : { permissions }),
    ...(ofJobs.length > 0 ? { jobs: ofJobs } : {}),
  };
  return JSON.stringify(found);
}
