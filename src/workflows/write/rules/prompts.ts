// The prompts of the agents, in the form of the specification ("Task Prompt Format", specs folio-editor), and the files in them. Pure. Used
// by ../choose-path.ts, ../draft.ts, ../repository.ts and ../review.ts.
import { digestOf } from '../../../text/digest.js';
import { chapterFolder, promptPath, runFiles } from './files.js';
import { keyOf, type Profile } from './reviewers.js';

/** Japanese prompts for Japanese content, English ones for every other language. */
export type PromptLanguage = 'ja' | 'en';

const INPUT = { ja: '入力:', en: 'Input:' } as const;
const OUTPUT = { ja: '出力:', en: 'Output:' } as const;

/** The parts of a prompt: what to do, which files to read, which file to write. */
interface Prompt {
  readonly lang: PromptLanguage;
  readonly head: string;
  readonly inputs: readonly string[];
  readonly output: string;
}

const prompt = ({ lang, head, inputs, output }: Prompt): string =>
  [head, '', INPUT[lang], ...inputs.map((each) => `- ${each}`), '', OUTPUT[lang], `- ${output}`].join('\n');

export function pathPrompt(lang: PromptLanguage, choice: string, hint: string): string {
  return prompt({
    lang,
    head:
      lang === 'ja'
        ? `Path ${choice} 生成。\n\nDirection Hint: ${hint}`
        : `Write path ${choice}.\n\nDirection Hint: ${hint}`,
    inputs: [promptPath(runFiles.idea)],
    output: promptPath(runFiles.path(choice)),
  });
}

export function charactersPrompt(lang: PromptLanguage, profile: Profile): string {
  const heads = {
    fiction: { ja: 'キャラクターシート生成。', en: 'Write the character sheets.' },
    docs: {
      ja: '想定読者と登場する構成要素のシート生成。',
      en: 'Write a sheet for each kind of reader and each part of the product that the text is about.',
    },
  } as const;
  return prompt({
    lang,
    head: heads[profile][lang],
    inputs: [promptPath(runFiles.idea), promptPath(runFiles.selectedPath)],
    output: promptPath('current/characters/'),
  });
}

export function draftPrompt(lang: PromptLanguage, chapter: number, round: number): string {
  return prompt({
    lang,
    head:
      lang === 'ja'
        ? `Chapter ${chapter} ドラフト生成（Round ${round}）。`
        : `Write the draft of chapter ${chapter} (round ${round}).`,
    inputs: [
      promptPath(runFiles.idea),
      promptPath(runFiles.selectedPath),
      ...(round > 1 ? [promptPath(runFiles.notes(chapter, round - 1))] : []),
    ],
    output: promptPath(runFiles.draft(chapter, round)),
  });
}

const REVIEW_HEADS: Readonly<Record<string, Readonly<Record<PromptLanguage, string>>>> = {
  persona: { ja: 'のキャラクター一貫性を評価。', en: 'Review the consistency of the characters in' },
  pacer: { ja: 'のペーシングを評価。', en: 'Review the pacing of' },
  lens: { ja: 'を読者視点で評価。Cross-Review も実施。', en: 'Review, as a reader, and do the cross-review of' },
  anchor: { ja: 'のテーマ一貫性を評価。', en: 'Review the consistency of the theme in' },
  voice: { ja: 'の会話品質を評価。', en: 'Review the dialogue of' },
  atlas: { ja: 'の世界観・設定を評価。', en: 'Review the world and the setting of' },
};

/** For documentation the same eight reviewers judge other subjects. */
const DOCS_HEADS: Readonly<Record<string, Readonly<Record<PromptLanguage, string>>>> = {
  plotter: { ja: 'の構成を評価。', en: 'Review the structure of' },
  persona: { ja: 'が読者に合っているかを評価。', en: 'Review how the audience is served by' },
  stylist: { ja: 'の文章を評価。', en: 'Review the language of' },
  pacer: { ja: 'の長さと順序を評価。', en: 'Review length and order of' },
  lens: {
    ja: 'を実際に試す読者の視点で評価。Cross-Review も実施。',
    en: 'Review, as a reader who tries it, and do the cross-review of',
  },
  anchor: { ja: 'の正確さを評価。', en: 'Review the accuracy of' },
  voice: { ja: 'の例を評価。', en: 'Review the examples of' },
  atlas: { ja: 'とコードベースの一致を評価。', en: 'Review the agreement with the code base of' },
};

/** For a reviewer that the configuration adds. */
const OTHER = { ja: 'を評価。', en: 'Review' } as const;

export interface ReviewPromptInput {
  readonly lang: PromptLanguage;
  readonly profile: Profile;
  readonly reviewer: string;
  readonly chapter: number;
  readonly round: number;
  /** For Lens from the second round on: gives it the scorecards of the previous round. */
  readonly crossReview?: boolean | undefined;
  /** For Anchor in documentation: gives it the facts that the program checked. */
  readonly facts?: boolean | undefined;
}

export function reviewPrompt(input: ReviewPromptInput): string {
  const { lang, profile, reviewer, chapter, round } = input;
  const key = keyOf(reviewer);
  const head = (profile === 'docs' ? DOCS_HEADS : REVIEW_HEADS)[key]?.[lang] ?? OTHER[lang];
  const draft = promptPath(runFiles.draft(chapter, round));
  return prompt({
    lang,
    head: lang === 'ja' ? `Chapter ${chapter} Draft ${round} ${head}` : `${head} chapter ${chapter}, draft ${round}.`,
    inputs: [draft, ...inputsFor(input)],
    output: promptPath(runFiles.review(chapter, round, reviewer)),
  });
}

/** The files that a reviewer reads besides the draft. */
function inputsFor({
  lang,
  profile,
  reviewer,
  chapter,
  round,
  crossReview,
  facts,
}: ReviewPromptInput): readonly string[] {
  const reference = (what: string) => (lang === 'ja' ? `（${what}参照）` : ` (see ${what})`);
  const byReviewer: Readonly<Record<string, readonly string[]>> = {
    persona: [`${promptPath('current/characters/')}${lang === 'ja' ? '（キャラシート）' : ' (character sheets)'}`],
    anchor: [`${promptPath(runFiles.idea)}${reference('core_theme')}`],
    atlas: [`${promptPath(runFiles.idea)}${reference('genre')}`],
  };
  return [
    ...(byReviewer[keyOf(reviewer)] ?? []),
    ...(facts && profile === 'docs' ? [promptPath(runFiles.facts(chapter, round))] : []),
    ...(crossReview
      ? [`${promptPath(`${chapterFolder(chapter)}/reviews/`)}round-${String(round - 1).padStart(2, '0')}/`]
      : []),
  ];
}

/** A file that is included in a prompt. */
export interface PromptFile {
  readonly path: string;
  readonly text: string;
}

/** The files as prompt text. The marks around each text contain its digest, so that no text can end its own block. */
export function filesText(files: readonly PromptFile[]): string {
  return files
    .map(({ path, text }) => {
      const mark = digestOf(`${path}\n${text}`).slice(0, 12);
      return `=== ${path} [${mark}]\n${text.trimEnd()}\n=== end [${mark}]`;
    })
    .join('\n\n');
}

/**
 * A reviewer's rubric for a profile: the text before the headings `## Fiction` and `## Documentation`, and the text below the heading of the
 * profile. A prompt without these headings applies to both.
 */
export function rubricFor(prompt: string, profile: Profile): string {
  const parts = prompt.split(/^## (Fiction|Documentation)[ \t]*$/m);
  if (parts.length === 1) return prompt.trim();
  const wanted = profile === 'docs' ? 'Documentation' : 'Fiction';
  const heading = parts.indexOf(wanted);
  return [parts[0], heading === -1 ? '' : parts[heading + 1]]
    .map((part) => part?.trim() ?? '')
    .filter((part) => part !== '')
    .join('\n\n');
}
