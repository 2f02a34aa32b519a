// Title and body of crew's pull requests. The Editor's words stand first, without statements about tests and results; the table comes
// from the verify job's document only. Pure.

import * as z from 'zod';
import { code } from '../../../text/code.js';
import type { FixThreadMessages } from '../../../text/lang/fix/thread/messages.js';
import { plainWords } from '../../../text/quote.js';
import { ownWords } from '../../../text/result-claims.js';
import { sentencesOf } from '../../../text/sentences.js';
import { shorten } from '../../../text/shorten.js';
import type { StepShown, Verified } from '../../../verify/artifact.js';
import { json, record, strings, texts, toml, yaml } from '../../../verify/detect/manifest-text.js';

const words = z.object({ title: z.string().default(''), what: z.string().default(''), why: z.string().default('') });

/** The Editor's words in a work result. */
type EditorWords = z.output<typeof words>;

export function editorWordsIn(result: unknown): EditorWords {
  const read = z.object({ words }).safeParse(result);
  return read.success ? read.data.words : { title: '', what: '', why: '' };
}

const LONGEST_TITLE = 100;
const SENTENCES = 3;

/** What the change does: the Editor's title, else the first sentence of its words, else the title of the issue. */
export function titleOf({ title, what }: EditorWords, fallback: string): string {
  const [first = ''] = sentencesOf(ownWords(what));
  const line = [ownWords(title), first, plainWords(fallback)].map(inLine).find((each) => each !== '') ?? 'Update';
  return line.length > LONGEST_TITLE ? `${line.slice(0, LONGEST_TITLE - 1).trimEnd()}…` : line;
}

const inLine = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[.。]$/, '')
    .trim();

interface PullText {
  readonly words: EditorWords;
  readonly found: Verified | undefined;
  readonly run: string;
  readonly url: string;
  readonly login: string | undefined;
  readonly costUsd: number;
  readonly limitUsd: number | undefined;
  readonly closes: number | undefined;
  /** The merged pull request that it follows. */
  readonly refers?: number | undefined;
  readonly diff: { readonly base: string; readonly sha256: string };
  /** Tests of the base that the code made pass. */
  readonly fixed: readonly string[];
  /** The page of the check, folded. */
  readonly verified: { readonly title: string; readonly summary: string };
  /** Lines that a reviewer must see, such as why it is a draft. */
  readonly notes: readonly string[];
  readonly template: string | null;
}

const LONGEST_BODY = 60_000;

export function bodyOf(of: PullText, say: FixThreadMessages): string {
  const { words: said, found, closes, refers, login, notes, template } = of;
  const lead = sentencesOf([ownWords(said.what), ownWords(said.why)].join('\n'))
    .slice(0, SENTENCES)
    .join(' ');
  const foot = [
    ...(closes === undefined ? [] : [`Closes #${closes}`]),
    ...(refers === undefined ? [] : [`Refs #${refers}`]),
    ...(login === undefined ? [] : [say.requestedBy(login)]),
    say.costs({ usd: of.costUsd, limitUsd: of.limitUsd }),
    `[run](${of.url})`,
  ].join(' · ');
  const must = [...notes, foot, ...(template === null ? [] : ['---', template.trim()])].join('\n\n');
  const folded = [
    fold(say.details, [`### ${of.verified.title}`, of.verified.summary, detailsOf(of, say)].join('\n\n')),
    ...(ownWords(said.why) === '' ? [] : [fold(say.explanation, quoted(said))]),
  ];
  const first = [lead, ...(found ? [table(found, of.fixed, say)] : [])].filter((part) => part !== '').join('\n\n');
  const room = Math.max(0, LONGEST_BODY - first.length - must.length);
  const rest = folded.join('\n\n');
  return [first, must, rest.length > room ? shorten(rest, room) : rest].filter((part) => part !== '').join('\n\n');
}

const fold = (summary: string, text: string): string =>
  `<details><summary>${summary}</summary>\n\n${text}\n\n</details>`;

const quoted = ({ what, why }: EditorWords): string =>
  [ownWords(what), ownWords(why)]
    .join('\n\n')
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');

const detailsOf = ({ run, diff, found }: PullText, say: FixThreadMessages): string =>
  say.record({ run, base: diff.base, sha256: diff.sha256, weakened: found?.tamper.total ?? 0 });

const MOST_ROWS = 12;

/** Checks before and after, then the tests that prove the change. */
function table({ base, head, proof }: Verified, mended: readonly string[], say: FixThreadMessages): string {
  const before = new Map(base.steps.map((step) => [`${step.cwd}\0${step.name}`, step]));
  const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s+/g, ' ');
  const steps = head.steps.map((step) => {
    const was = before.get(`${step.cwd}\0${step.name}`);
    return [code(step.command), was ? resultOf(was, say) : '–', resultOf(step, say)];
  });
  const proving = (proof?.tests ?? []).map(({ name, by }) => [
    `${code(name)} ${by === 'load' ? say.isNew : ''}`.trim(),
    by === 'load' ? say.cannotLoad : say.fails,
    say.passes,
  ]);
  const fixed = mended.map((name) => [code(name), say.fails, say.passes]);
  const rows = [...steps, ...proving, ...(proving.length > 0 ? [] : fixed)].slice(0, MOST_ROWS);
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [line(say.columns), '|---|---|---|', ...rows.map(line)].join('\n');
}

const resultOf = ({ status, count }: StepShown, say: FixThreadMessages): string => {
  if (status === 'INFRA_ERROR') return say.didNotRun;
  if (!count || count.failed === 0) return status === 'PASS' ? say.passed : say.failed;
  return say.failedTests(count.failed);
};

/** Where a repository keeps its own words for pull requests. */
export const TEMPLATES: readonly string[] = [
  '.github/pull_request_template.md',
  '.github/PULL_REQUEST_TEMPLATE.md',
  'pull_request_template.md',
];

export type Notice =
  | { readonly is: 'dependencies'; readonly file: string; readonly names: readonly string[] }
  | { readonly is: 'install-scripts'; readonly file: string; readonly names: readonly string[] }
  | { readonly is: 'permissions'; readonly file: string };

/** A file of the change that may hold something of it; null where it is not there. */
interface TwoSides {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/;

/** Whether a file is worth being read. */
export const isTelling = (path: string): boolean => WORKFLOW.test(path) || readerOf(path) !== undefined;

/** Everything that is new, file by file. */
export function noticesOf(files: readonly TwoSides[]): readonly Notice[] {
  return files.flatMap(({ path, before, after }): readonly Notice[] => {
    if (after === null) return [];
    if (WORKFLOW.test(path)) {
      const had = before === null ? '{}' : permissionsIn(before);
      return permissionsIn(after) === had ? [] : [{ is: 'permissions', file: path }];
    }
    const read = readerOf(path);
    const names = read ? fresh(read(before ?? ''), read(after)) : [];
    const scripts = isPackage(path) ? changed(installScripts(before ?? ''), installScripts(after)) : [];
    return [
      ...(names.length > 0 ? [{ is: 'dependencies', file: path, names } as const] : []),
      ...(scripts.length > 0 ? [{ is: 'install-scripts', file: path, names: scripts } as const] : []),
    ];
  });
}

const fresh = (before: readonly string[], after: readonly string[]): readonly string[] =>
  [...new Set(after)].filter((name) => !before.includes(name));

const changed = (before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>) =>
  Object.keys(after).filter((name) => after[name] !== before[name]);

const isPackage = (path: string): boolean => /(?:^|\/)package\.json$/.test(path);

/** What npm runs by itself when somebody installs. */
const AT_INSTALL = ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish'];

function installScripts(text: string): Readonly<Record<string, string>> {
  const all = texts(json(text).scripts);
  return Object.fromEntries(Object.entries(all).filter(([name]) => AT_INSTALL.includes(name)));
}

type Reader = (text: string) => readonly string[];

/** THE LIST of manifests, each with the names of dependencies that it holds. */
const READERS: readonly (readonly [RegExp, Reader])[] = [
  [/(?:^|\/)package\.json$/, namesInPackage],
  [/(?:^|\/)pyproject\.toml$/, namesInPyproject],
  [/(?:^|\/)requirements[\w.-]*\.txt$/, (text) => text.split('\n').flatMap(requirement)],
  [/(?:^|\/)Cargo\.toml$/, namesInCargo],
  [/(?:^|\/)go\.mod$/, (text) => all(text.replace(/\/\/.*$/gm, ''), /^\s*(?:require\s+)?([\w.-]+\.[\w./-]+)\s+v\d/gm)],
  [/(?:^|\/)Gemfile$/, (text) => all(text, /^\s*gem\s+["']([\w.-]+)/gm)],
  [
    /(?:^|\/)composer\.json$/,
    (text) => ['require', 'require-dev'].flatMap((key) => Object.keys(record(json(text)[key]))),
  ],
  [/(?:^|\/)pom\.xml$/, (text) => all(text, /<artifactId>\s*([\w.-]+)\s*<\/artifactId>/g)],
  [/(?:^|\/)build\.gradle(?:\.kts)?$/, (text) => all(text, /["']([\w.-]+:[\w.-]+)(?::[^"']*)?["']/g)],
  [/\.(?:cs|fs)proj$/, (text) => all(text, /<PackageReference\s[^>]*Include="([\w.-]+)"/g)],
];

const readerOf = (path: string): Reader | undefined => READERS.find(([means]) => means.test(path))?.[1];

const all = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].flatMap(([, name]) => name ?? []);

function namesInPackage(text: string): readonly string[] {
  const manifest = json(text);
  return ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'].flatMap((key) =>
    Object.keys(record(manifest[key])),
  );
}

/** `requests[socks]>=2 ; python_version > "3"` names `requests`. */
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

/** The permissions of a workflow and of its jobs, as one text. */
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
