// Writes the draft of a chapter: the writer's prompt with its files, and the edits of the requester. Used by chapter.ts, and by work.ts for
// a type.
import { sanitize } from '../../text/sanitize.js';
import { type ChosenPath, promptLanguageOf, type WriteOrder } from './choose-path.js';
import { askWriter, type WriteContext } from './context.js';
import type { DraftLocation } from './facts.js';
import { showRound } from './progress.js';
import { chapterFolder, promptPath, runFiles } from './rules/files.js';
import type { Verdict } from './rules/gate.js';
import { numberParagraphs } from './rules/paragraphs.js';
import { draftAnswer } from './rules/paths.js';
import { draftPrompt, filesText, type PromptFile } from './rules/prompts.js';
import type { Scorecard } from './rules/reviewers.js';
import type { EditorSummary, PastRound, Priority } from './rules/summary.js';
import type { Fact } from './rules/verdicts.js';

/** A finished chapter. */
export interface Chapter {
  readonly n: number;
  readonly title: string;
  readonly text: string;
  readonly summary: EditorSummary;
  readonly verdict: Verdict;
  /** What a forced pass left unresolved; else empty. */
  readonly unresolved: readonly Priority[];
  readonly facts: readonly Fact[];
}

/** What is needed to write one chapter. */
export interface ChapterInput {
  readonly chosen: ChosenPath;
  readonly order: WriteOrder;
  readonly n: number;
  readonly title: string;
  /** The chapter's file in the repository, and the files of the other chapters. */
  readonly place: DraftLocation;
  /** Finished chapters before this one. */
  readonly before: readonly Chapter[];
  /** Files of the repository, for the prompt. */
  readonly repository: readonly PromptFile[];
}

/** The data of the previous round that the next one needs. */
export interface PreviousRound {
  readonly draft: string;
  readonly notes: string;
  readonly cards: readonly Scorecard[];
}

/** Has the draft of a round written. At a terminal, edits that a person makes to the file are part of it. */
export async function writeDraft(
  context: WriteContext,
  input: ChapterInput,
  round: number,
  previous: PreviousRound | null,
  history: readonly PastRound[],
): Promise<string> {
  const { n, chosen, order } = input;
  await showRound(context, input, {
    round,
    status: 'drafting',
    history,
    working: { Plotter: { status: 'drafting', progress: 0 } },
  });
  const lastDraft = previous
    ? await editedDraft(context, { n, round: round - 1, text: previous.draft, moment: `before round ${round}` })
    : null;
  const remarks = await requesterComments(context, order, `ch${n} round ${round} remarks`);
  const promptFiles: PromptFile[] = [
    ...chosenFiles(chosen),
    ...earlierChapters(input.before, chosen),
    ...input.repository,
    ...(lastDraft === null
      ? []
      : [{ path: promptPath(runFiles.draft(n, round - 1)), text: numberParagraphs(lastDraft) }]),
    ...(previous ? [{ path: promptPath(runFiles.notes(n, round - 1)), text: previous.notes }] : []),
    { path: 'the file of this chapter', text: input.place.document },
    ...(remarks === '' ? [] : [{ path: 'comments of the requester since the last draft', text: remarks }]),
  ];
  const task = `${filesText(promptFiles)}\n\n${draftPrompt(promptLanguageOf(chosen.idea), n, round)}`;
  const call = { who: `ch${n} draft ${round}`, task, answer: draftAnswer };
  const { markdown } = await askWriter(context, call, chosen.idea.profile, context.say.what.draft(n));
  // Removes invisible text.
  const text = `${sanitize(unnumbered(markdown).replaceAll('\r\n', '\n')).text.trimEnd()}\n`;
  const file = runFiles.draft(n, round);
  // At a terminal a person may have edited the file; it is not overwritten.
  if (context.ctx.place !== 'terminal' || (await context.files.read(file)) === null)
    await context.files.write(file, text);
  return editedDraft(context, { n, round, text, moment: 'for review' });
}

/**
 * A draft with the edits of a person at the terminal. They are recorded, so that a continued run reviews the same text. `moment` completes the
 * name of the step.
 */
async function editedDraft(
  { ctx, files: folder }: WriteContext,
  input: { readonly n: number; readonly round: number; readonly text: string; readonly moment: string },
): Promise<string> {
  if (ctx.place !== 'terminal') return input.text;
  const file = runFiles.draft(input.n, input.round);
  const edited = await ctx.step(`ch${input.n} draft ${input.round} ${input.moment}`, async () => {
    const text = await folder.read(file);
    return text === null || text === input.text ? null : sanitize(text.replaceAll('\r\n', '\n')).text;
  });
  if (edited !== null) await folder.write(file, edited);
  return edited ?? input.text;
}

/** The requester's comments in the thread since the request, without commands; read once. Empty at a terminal. */
async function requesterComments({ ctx }: WriteContext, { requester, at }: WriteOrder, step: string): Promise<string> {
  const { github, issue } = ctx;
  if (!github || issue === undefined || !requester) return '';
  return ctx.step(step, async () => {
    const comments = await github.thread.read(issue);
    const own = comments.filter(
      ({ author, body, at: writtenAt }) =>
        author.id === requester.id && writtenAt !== undefined && writtenAt > at && !/^\s*\/crew\b/im.test(body),
    );
    return sanitize(own.map(({ body }) => body).join('\n\n')).text;
  });
}

/** The files about the selected path, for prompts. */
export const chosenFiles = ({ idea, path, remark, characters }: ChosenPath): readonly PromptFile[] => [
  { path: promptPath(runFiles.idea), text: JSON.stringify(idea, null, 2) },
  { path: promptPath(runFiles.selectedPath), text: JSON.stringify(path, null, 2) },
  ...(remark === null ? [] : [{ path: promptPath(runFiles.userInput), text: remark }]),
  ...characters.map(({ name, sheet }) => ({ path: promptPath(runFiles.character(name)), text: `${name}\n\n${sheet}` })),
];

/** At most this many characters of earlier chapters are in a prompt, latest chapters first. Of other chapters it has the beats only. */
const MAX_EARLIER_CHARACTERS = 60_000;

/** The files of earlier chapters, for prompts. */
export function earlierChapters(before: readonly Chapter[], { path }: ChosenPath): readonly PromptFile[] {
  let left = MAX_EARLIER_CHARACTERS;
  const latestFirst = before.toReversed().map(({ n, text }): PromptFile => {
    left -= text.length;
    const beats = path.chapters.find((each) => each.n === n)?.beats ?? [];
    return { path: `${promptPath(chapterFolder(n))}/final.md`, text: left >= 0 ? text : beats.join('\n') };
  });
  return latestFirst.toReversed();
}

/** Removes paragraph numbers, which the writer may have copied. */
const unnumbered = (markdown: string): string => markdown.replace(/^\[¶\d+\]\r?\n/gm, '');
