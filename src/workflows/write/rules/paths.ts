// The intake, the three paths, and the choice between them: the answers of the writer, the files, and the comparison that a person sees.
// Pure. Used by ../choose-path.ts, ../draft.ts and ../work.ts.
import * as z from 'zod';
import type { Profile } from './reviewers.js';

/** The intake's answer and the content of `idea.json`. */
export const ideaAnswer = z.strictObject({
  title: z.string().min(1).max(200),
  genre: z.string().min(1).max(200),
  tone: z.string().min(1).max(200),
  scale: z.string().min(1).max(200).describe('How long it becomes, such as "one page" or "5 chapters of 2,000 words".'),
  core_theme: z.string().min(1).max(1000),
  language: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)
    .describe('BCP 47 tag of the language of the request: en, ja, de.'),
  profile: z.enum(['fiction', 'docs']).describe('docs: anything that states facts about this repository.'),
});
export type Idea = z.output<typeof ideaAnswer>;

const chapter = z.strictObject({
  n: z.int().min(1).max(99),
  title: z.string().min(1).max(200),
  beats: z.array(z.string().min(1).max(1000)).min(1).max(30),
});

/** The Plotter's answer for a path. The program adds id and hint. */
export const pathAnswer = z.strictObject({
  title: z.string().min(1).max(200),
  summary: z.string().min(1).max(3000),
  chapters: z
    .array(chapter)
    .min(1)
    .max(40)
    .refine((all) => all.every(({ n }, index) => n === index + 1), 'chapters are numbered 1, 2, 3 in order'),
});

/** One of the three paths that a person chooses from. */
export interface Path extends z.output<typeof pathAnswer> {
  readonly id: string;
  readonly direction_hint: string;
}

/** The Plotter's answer after the selection: a sheet for each character; for documentation, for the readers and parts involved. */
export const charactersAnswer = z.strictObject({
  characters: z.array(z.strictObject({ name: z.string().min(1).max(100), sheet: z.string().min(1).max(4000) })).max(20),
});

/** The Plotter's answer for a draft. */
export const draftAnswer = z.strictObject({
  markdown: z.string().min(1).max(200_000).describe('The whole chapter as Markdown.'),
});

export const CHOICES = ['A', 'B', 'C'] as const;
export type Choice = (typeof CHOICES)[number];

export const pathId = (choice: string): string => `path-${choice}`;

/** The hints of the specification for fiction, and crew's own ones for documentation. */
export const DIRECTION_HINTS: Readonly<Record<Profile, Readonly<Record<Choice, string>>>> = {
  fiction: {
    A: '王道・安定・広い読者層',
    B: '意外性・挑戦的・印象的な展開',
    C: 'キャラ深掘り・感情重視・没入感',
  },
  docs: { A: 'task first', B: 'concept first', C: 'reference first' },
};

/** The content of `user_input.json`. */
export interface UserInput {
  readonly selected_path: string;
  readonly user_comment: string | null;
  readonly timestamp: string;
}

/** What a person answered: the letter, and what follows it. */
export interface Selection {
  readonly choice: string;
  readonly remark?: string | undefined;
  readonly at: string;
}

/** The letter of a selection; null if it is none of the three. */
export function choiceIn({ choice }: Pick<Selection, 'choice'>): Choice | null {
  const letter = choice
    .trim()
    .replace(/^path-/i, '')
    .toUpperCase();
  return CHOICES.find((each) => each === letter) ?? null;
}

export const userInputOf = (choice: Choice, { remark, at }: Selection): UserInput => ({
  selected_path: pathId(choice),
  user_comment: remark?.trim() || null,
  timestamp: at,
});

/** Japanese if the request has kana. Otherwise undefined, and the intake decides: Chinese characters alone may be another language. */
export function languageIn(request: string): 'ja' | undefined {
  return /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(request) ? 'ja' : undefined;
}

/** Whether a request has words. Without any, the configured language is used. */
export const hasWords = (request: string): boolean => /\p{L}{2,}/u.test(request);

export interface ComparisonWords {
  readonly path: string;
  readonly direction: string;
  readonly chapters: string;
}

/** The three paths side by side, as Markdown. */
export function comparisonTable(paths: readonly Path[], words: ComparisonWords): string {
  const row = (name: string, of: (path: Path) => string): string =>
    `| ${name} | ${paths.map(of).map(cell).join(' | ')} |`;
  return [
    row(words.path, ({ id, title }) => `**${id.replace('path-', '')}: ${title}**`),
    `|---|${paths.map(() => '---|').join('')}`,
    row(words.direction, ({ direction_hint }) => direction_hint),
    row('', ({ summary }) => summary),
    row(words.chapters, ({ chapters }) => chapters.map(({ n, title }) => `${n}. ${title}`).join('\n')),
  ].join('\n');
}

const cell = (text: string): string =>
  text
    .trim()
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replace(/\s*\r?\n\s*/g, '<br>');
