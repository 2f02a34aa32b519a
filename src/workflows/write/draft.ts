// Writes the draft of a chapter: the Plotter's prompt with its files, and the edits of the requester.
import { sanitize } from '../../text/sanitize.js';
import { type ChosenPath, promptsIn, type WriteOrder } from './choose-path.js';
import { askWriter, type WriteContext } from './context.js';
import type { CheckedFact, Placement } from './facts.js';
import { showRound } from './progress.js';
import { chapterFolder, files, named } from './rules/files.js';
import type { Verdict } from './rules/gate.js';
import { numbered } from './rules/paragraphs.js';
import { draftAnswer } from './rules/paths.js';
import { draftPrompt, filesText, type PromptFile } from './rules/prompts.js';
import type { Scorecard } from './rules/reviewers.js';
import type { EditorSummary, PastRound, Priority } from './rules/summary.js';

/** A finished chapter. */
export interface Chapter {
  readonly n: number;
  readonly title: string;
  readonly text: string;
  readonly summary: EditorSummary;
  readonly verdict: Verdict;
  readonly open: readonly Priority[];
  readonly facts: readonly CheckedFact[];
}

/** What is needed to write one chapter. */
export interface ChapterInput {
  readonly chosen: ChosenPath;
  readonly order: WriteOrder;
  readonly n: number;
  readonly title: string;
  /** The chapter's file in the repository, and the files of the other chapters. */
  readonly place: Placement;
  /** Finished chapters before this one. */
  readonly before: readonly Chapter[];
  readonly repository: readonly PromptFile[];
}

/** The data of the previous round that the next one needs. */
export interface PreviousRound {
  readonly draft: string;
  readonly notes: string;
  readonly cards: readonly Scorecard[];
}

/** Writes the draft of a round, including edits that the person made before the reviews. */
export async function writeDraft(
  context: WriteContext,
  input: ChapterInput,
  round: number,
  before: PreviousRound | null,
  history: readonly PastRound[],
): Promise<string> {
  const { n, chosen, order } = input;
  await showRound(context, input, {
    round,
    status: 'drafting',
    history,
    working: { Plotter: { status: 'drafting', progress: 0 } },
  });
  const last = before
    ? await editedDraft(context, { n, round: round - 1, text: before.draft, moment: `before round ${round}` })
    : null;
  const remarks = await requesterComments(context, order, `ch${n} round ${round} remarks`);
  const given: PromptFile[] = [
    ...chosenFiles(chosen),
    ...earlierChapters(input.before, chosen),
    ...input.repository,
    ...(last === null ? [] : [{ path: named(files.draft(n, round - 1)), text: numbered(last) }]),
    ...(before ? [{ path: named(files.notes(n, round - 1)), text: before.notes }] : []),
    { path: 'the file of this chapter', text: input.place.document },
    ...(remarks === '' ? [] : [{ path: 'comments of the requester since the last draft', text: remarks }]),
  ];
  const task = `${filesText(given)}\n\n${draftPrompt(promptsIn(chosen.idea), n, round)}`;
  const writing = { who: `ch${n} draft ${round}`, task, answer: draftAnswer };
  const { markdown } = await askWriter(context, writing, chosen.idea.profile, context.say.what.draft(n));
  // Removes invisible text.
  const text = `${sanitize(unnumbered(markdown).replaceAll('\r\n', '\n')).text.trimEnd()}\n`;
  const file = files.draft(n, round);
  // At a terminal a person may have edited the file; it is not overwritten.
  if (context.ctx.place !== 'terminal' || (await context.files.read(file)) === null)
    await context.files.write(file, text);
  return editedDraft(context, { n, round, text, moment: 'for review' });
}

/** At a terminal: the draft with the person's edits, recorded so that a continued run reviews the same text. */
async function editedDraft(
  { ctx, files: folder }: WriteContext,
  input: { readonly n: number; readonly round: number; readonly text: string; readonly moment: string },
): Promise<string> {
  if (ctx.place !== 'terminal') return input.text;
  const file = files.draft(input.n, input.round);
  const edited = await ctx.step(`ch${input.n} draft ${input.round} ${input.moment}`, async () => {
    const now = await folder.read(file);
    return now === null || now === input.text ? null : sanitize(now.replaceAll('\r\n', '\n')).text;
  });
  if (edited !== null) await folder.write(file, edited);
  return edited ?? input.text;
}

/** On GitHub: the requester's comments since the request, read once. */
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
  { path: named(files.idea), text: JSON.stringify(idea, null, 2) },
  { path: named(files.selectedPath), text: JSON.stringify(path, null, 2) },
  ...(remark === null ? [] : [{ path: named(files.userInput), text: remark }]),
  ...characters.map(({ name, sheet }) => ({ path: named(files.character(name)), text: `${name}\n\n${sheet}` })),
];

/** The most characters of earlier chapters in a prompt, latest chapters first. Of further chapters the prompt has only the beats. */
const MAX_EARLIER_CHARACTERS = 60_000;

/** The files of earlier chapters, for prompts. */
export function earlierChapters(before: readonly Chapter[], { path }: ChosenPath): readonly PromptFile[] {
  let left = MAX_EARLIER_CHARACTERS;
  const given = before.toReversed().map(({ n, text }): PromptFile => {
    left -= text.length;
    const beats = path.chapters.find((each) => each.n === n)?.beats ?? [];
    return { path: `${named(chapterFolder(n))}/final.md`, text: left >= 0 ? text : beats.join('\n') };
  });
  return given.toReversed();
}

/** Removes paragraph numbers, which the writer may have copied. */
const unnumbered = (markdown: string): string => markdown.replace(/^\[¶\d+\]\r?\n/gm, '');
