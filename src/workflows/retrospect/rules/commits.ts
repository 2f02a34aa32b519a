// The commits of approved improvements and skills. Only crew's own instructions can be changed. Pure. Used by ../apply-decision.ts and the
// messages.
import type { ItemOf } from './list.js';
import type { Edit, Improvement } from './proposals.js';

/** A file with its new text. */
export interface FileText {
  readonly path: string;
  readonly text: string;
}

/** The commit of an approved proposal. */
export interface ProposalCommit {
  /** The id of the proposal. */
  readonly id: string;
  readonly message: string;
  readonly files: readonly FileText[];
}

export const CHANGELOG = 'CHANGELOG.md';
/** The folder of skills. */
export const SKILLS = 'docs/skills/';
const CO_AUTHOR = 'Co-Authored-By: Claude <noreply@anthropic.com>';

/** The run that applies the decision, and the places of crew's instructions. */
export interface CommitContext {
  readonly run: string;
  /** The configuration file, such as `.github/crew.yml`. */
  readonly configFile: string;
  /** The folder of roles, such as `.agent/`. */
  readonly agents: string;
}

/** Absolute paths, paths with `..`, `.git` and control characters. */
const UNSAFE_PATH = /^\/|\\|(?:^|\/)\.{1,2}(?:\/|$)|\/\/|\/$|^\.git(?:\/|$)|\p{Cc}/iu;

/** Whether an improvement may change this file: a role, AGENTS.md, or the configuration. */
export function isOwnInstruction(
  path: string,
  { configFile, agents }: Pick<CommitContext, 'configFile' | 'agents'>,
): boolean {
  if (UNSAFE_PATH.test(path)) return false;
  const folder = `${agents.replace(/^\.\//, '').replace(/\/+$/, '')}/`;
  return path === 'AGENTS.md' || path === configFile || (folder !== '/' && path.startsWith(folder));
}

/** Why an edit cannot be made. */
export type EditProblem = { readonly is: 'not-allowed' | 'not-found' | 'not-once' | 'exists'; readonly path: string };

/** The files of a base commit that are needed to make these changes. */
export const pathsOf = (improvements: readonly Pick<Improvement, 'edits'>[]): readonly string[] => [
  ...new Set([...improvements.flatMap(({ edits }) => edits.map(({ path }) => path)), CHANGELOG]),
];

type Files = ReadonlyMap<string, string>;

/** The files after the edits, or the first problem. */
export function applyEdits(
  edits: readonly Edit[],
  files: Files,
  where: Pick<CommitContext, 'configFile' | 'agents'>,
): { readonly files: Files } | { readonly notMade: EditProblem } {
  const edited = new Map(files);
  for (const { path, find, replace } of edits) {
    if (!isOwnInstruction(path, where)) return { notMade: { is: 'not-allowed', path } };
    const text = edited.get(path);
    if (find === undefined) {
      if (text !== undefined) return { notMade: { is: 'exists', path } };
      edited.set(path, replace);
      continue;
    }
    const parts = (text ?? '').split(find);
    if (parts.length !== 2) return { notMade: { is: parts.length < 2 ? 'not-found' : 'not-once', path } };
    edited.set(path, parts.join(replace));
  }
  return { files: edited };
}

/** The commit type of each kind of improvement, by the specification. */
const TYPES = { feature: 'feat', enhancement: 'feat', fix: 'fix', refactor: 'refactor', docs: 'docs' } as const;

/** The subject `{type}({scope}): {title}` of an improvement. The scope is the folder that is changed, `config` or `docs`. */
export function subjectOf({ kind, title, edits }: Improvement, configFile: string): string {
  const path = edits[0]?.path ?? '';
  const [folder = ''] = path.split('/');
  const folderScope = path.includes('/') ? folder.replace(/^\./, '') : 'docs';
  const scope = path === configFile ? 'config' : folderScope;
  return `${TYPES[kind]}(${scope}): ${title.charAt(0).toLowerCase()}${title.slice(1)}`;
}

const messageOf = (subject: string, run: string): string => `${subject}\n\nCrew-Run: ${run}\n${CO_AUTHOR}\n`;

/** The commits of improvements. `changelog`: `absent` if the repository has none, `none` if there is no commit. */
export interface ImprovementCommits {
  readonly commits: readonly ProposalCommit[];
  readonly notMade: readonly { readonly id: string; readonly why: EditProblem }[];
  readonly changelog: 'written' | 'absent' | 'none';
}

/** One commit for each improvement, each based on the previous one. Improvements that cannot be applied are left out and reported. */
export function improvementCommits(
  approved: readonly ItemOf<'improvement'>[],
  base: Files,
  where: CommitContext,
): ImprovementCommits {
  let files = base;
  const commits: ProposalCommit[] = [];
  const notMade: ImprovementCommits['notMade'][number][] = [];
  for (const { id, of } of approved) {
    const edited = applyEdits(of.edits, files, where);
    if ('notMade' in edited) {
      notMade.push({ id, why: edited.notMade });
      continue;
    }
    const changelog = files.get(CHANGELOG);
    const after = new Map(edited.files);
    if (changelog !== undefined) after.set(CHANGELOG, withEntry(changelog, of.changelog, entryOf(id, of)));
    const changed = [...after].filter(([path, text]) => files.get(path) !== text);
    commits.push({
      id,
      message: messageOf(subjectOf(of, where.configFile), where.run),
      files: changed.map(([path, text]) => ({ path, text })),
    });
    files = after;
  }
  const changelog = base.has(CHANGELOG) ? 'written' : 'absent';
  return { commits, notMade, changelog: commits.length === 0 ? 'none' : changelog };
}

/** The changelog entry of an improvement: `- **{target}** ({id}) — {description}`. */
const entryOf = (id: string, { target, description }: Improvement): string =>
  `- **${target}** (${id}) — ${description.replace(/\s+/g, ' ').trim()}`;

/** The changelog with an entry in a section below `## [Unreleased]`. Missing headings are added. */
export function withEntry(text: string, section: Improvement['changelog'], entry: string): string {
  const lines = text.split('\n');
  const isRelease = (line: string) => /^## /.test(line);
  let start = lines.findIndex((line) => /^## \[?Unreleased\]?/i.test(line));
  if (start < 0) {
    const first = lines.findIndex(isRelease);
    start = first < 0 ? lines.length : first;
    lines.splice(start, 0, '## [Unreleased]', '');
  }
  const next = lines.findIndex((line, n) => n > start && isRelease(line));
  const end = next < 0 ? lines.length : next;
  const heading = lines.findIndex((line, n) => n > start && n < end && line.trim() === `### ${section}`);
  if (heading < 0) {
    lines.splice(lastText(lines, start, end) + 1, 0, '', `### ${section}`, '', entry);
  } else {
    const nextSection = lines.findIndex((line, n) => n > heading && n < end && /^### /.test(line));
    const last = lastText(lines, heading, nextSection < 0 ? end : nextSection);
    lines.splice(last + 1, 0, ...(last === heading ? ['', entry] : [entry]));
  }
  return `${lines.join('\n').trimEnd()}\n`;
}

/** The index of the last line with text from `start` on, before `end`. */
function lastText(lines: readonly string[], start: number, end: number): number {
  const found = lines.findLastIndex((line, n) => n >= start && n < end && line.trim() !== '');
  return found < 0 ? start : found;
}

/** The document of a skill, as one commit. */
export function skillCommit({ id, of }: ItemOf<'skill'>, run: string): ProposalCommit {
  const steps = of.steps.map((step, n) => `${n + 1}. ${step.replace(/\n/g, '\n   ')}`);
  const text = [
    `# ${of.name}`,
    '',
    of.description,
    '',
    '## Usage',
    '',
    `\`${of.usage.replaceAll('`', '')}\``,
    '',
    '## Steps',
    '',
    ...steps,
    '',
    '## Evidence',
    '',
    of.evidence,
    '',
  ].join('\n');
  return {
    id,
    message: messageOf(`docs(skills): add ${of.name}`, run),
    files: [{ path: `${SKILLS}${of.name}.md`, text }],
  };
}
