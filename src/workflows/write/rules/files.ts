// The paths of a run's files below its `workspace/`, and of its chapters in the repository. Pure. Used by the whole workflow.
import { keyOf } from './reviewers.js';

const twoDigits = (n: number): string => String(n).padStart(2, '0');

/** The folder of a chapter, such as `current/chapters/ch01`. */
export const chapterFolder = (chapter: number): string => `current/chapters/ch${twoDigits(chapter)}`;

/** Chapter and round numbers in names have two digits. */
export const runFiles = {
  idea: 'current/idea.json',
  selectedPath: 'current/selected_path.json',
  userInput: 'current/user_input.json',
  state: 'current/state.json',
  progress: 'current/progress.json',
  path: (choice: string) => `paths/path-${choice}.json`,
  character: (name: string) => `current/characters/${fileName(name)}.json`,
  draft: (chapter: number, round: number) => `${chapterFolder(chapter)}/draft-${twoDigits(round)}.md`,
  final: (chapter: number) => `${chapterFolder(chapter)}/final.md`,
  notes: (chapter: number, round: number) => `${chapterFolder(chapter)}/revision-notes-${twoDigits(round)}.md`,
  review: (chapter: number, round: number, reviewer: string) =>
    `${chapterFolder(chapter)}/reviews/round-${twoDigits(round)}/${keyOf(reviewer)}.json`,
  summary: (chapter: number, round: number) =>
    `${chapterFolder(chapter)}/reviews/round-${twoDigits(round)}/editor-summary.json`,
  facts: (chapter: number, round: number) => `${chapterFolder(chapter)}/reviews/round-${twoDigits(round)}/facts.json`,
} as const;

/** The path of a run's file as prompts name it. */
export const promptPath = (file: string): string => `workspace/${file}`;

/** A name in any script as a file name: letters and digits stay, everything else becomes one hyphen. */
export function fileName(name: string): string {
  const fileSafe = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return [...fileSafe].slice(0, 60).join('').replace(/-+$/, '') || 'untitled';
}

/** What the path of a chapter is made from. `chapters`: how many there are. */
export interface ChapterPlace {
  readonly title: string;
  readonly chapter: number;
  readonly chapters: number;
  readonly chapterTitle: string;
}

/** Default of `write.layout`. */
export const LAYOUT = 'docs/{title}/{chapter}-{chapter-title}.md';

/** The path of a chapter in the repository. A layout without `{chapter}` can hold a single chapter only. */
export function placeOf(layout: string, { title, chapter, chapters, chapterTitle }: ChapterPlace): string {
  const isSinglePage = chapters === 1 && layout === LAYOUT;
  const filled = (isSinglePage ? 'docs/{title}.md' : layout)
    .replaceAll('{title}', fileName(title))
    .replaceAll('{chapter-title}', fileName(chapterTitle))
    .replaceAll('{chapter}', twoDigits(chapter));
  return filled
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .join('/');
}
