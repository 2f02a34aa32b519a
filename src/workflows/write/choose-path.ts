// Phases 0 to 2 (specs folio-editor): intake, three paths, the selection, and the character sheets. Called by work.ts; other files of this
// folder use the chosen path and its types.

import { EndWork } from '../../ports/errors.js';
import type { Outcome } from '../../ports/run.js';
import { sanitize } from '../../text/sanitize.js';
import { askWriter, awaitId, type WriteContext } from './context.js';
import { showState } from './progress.js';
import { promptPath, runFiles } from './rules/files.js';
import {
  CHOICES,
  charactersAnswer,
  choiceIn,
  comparisonTable,
  DIRECTION_HINTS,
  hasWords,
  type Idea,
  ideaAnswer,
  languageIn,
  type Path,
  pathAnswer,
  pathId,
  type Selection,
  userInputOf,
} from './rules/paths.js';
import { charactersPrompt, filesText, type PromptFile, type PromptLanguage, pathPrompt } from './rules/prompts.js';

/** The request, as `gate` passes it to `work`. */
export interface WriteOrder {
  /** The text after the command. */
  readonly what: string;
  /** The issue of the request. */
  readonly issue?: { readonly number: number; readonly title: string; readonly body: string } | undefined;
  readonly requester?: { readonly login: string; readonly id: number } | undefined;
  /** When the request was made, ISO 8601. */
  readonly at: string;
  readonly dryRun: boolean;
  /** The file to review, if nothing is to be written (`--review`). */
  readonly review?: string | undefined;
}

/** The chosen path, with everything that the chapters are written from. */
export interface ChosenPath {
  readonly idea: Idea;
  readonly path: Path;
  /** What the person added to the selection. */
  readonly remark: string | null;
  readonly characters: readonly { readonly name: string; readonly sheet: string }[];
}

const NO_SCORES = { average: null, previous: null, agents: {} } as const;

/** The language of the prompts: Japanese if the content is Japanese, else English. */
export const promptLanguageOf = ({ language }: Pick<Idea, 'language'>): PromptLanguage =>
  language === 'ja' ? 'ja' : 'en';

/** Phases 0, 1 and 2. Ends the work with a question if no path is selected yet. */
export async function choosePath(
  context: WriteContext,
  order: WriteOrder,
  repository: readonly PromptFile[],
): Promise<ChosenPath> {
  const at = { chapter: 0, round: 0, pathId: null, completed: [], time: context.time() } as const;
  await showState(context, { ...NO_SCORES, at: { ...at, phase: 0, status: 'intake', active: ['Plotter'] } });
  const idea = await intake(context, order, repository);
  await context.files.json(runFiles.idea, idea);
  await showState(context, { ...NO_SCORES, at: { ...at, phase: 1, status: 'writing_paths', active: ['Plotter'] } });
  const paths = await writePaths(context, idea, repository);
  const selection = validSelection(context);
  const summaries = paths.map(({ id, title, summary }) => ({ id, title, summary }));
  if (!selection) {
    const waiting = { ...at, phase: 2, status: 'awaiting_selection', active: [] } as const;
    const message = context.say.progress.choosePath;
    await showState(context, { ...NO_SCORES, at: waiting, message, awaiting: true, paths: summaries });
    throw new EndWork(awaitSelection(context, paths));
  }
  const path = paths.find(({ id }) => id === selection.input.selected_path);
  if (!path) throw new Error(`no path ${selection.input.selected_path}`);
  await context.files.json(runFiles.userInput, selection.input);
  await context.files.json(runFiles.selectedPath, path);
  const selected = { ...at, phase: 2, pathId: path.id, status: 'path_selected', active: ['Plotter'] } as const;
  await showState(context, { ...NO_SCORES, at: selected, paths: summaries });
  const remark = selection.input.user_comment === null ? null : sanitize(selection.input.user_comment).text;
  return { idea, path, remark, characters: await writeSheets(context, { idea, path, remark }) };
}

/** Structures the request. The request's language and the configured profile take precedence over the answer. */
async function intake(context: WriteContext, order: WriteOrder, repository: readonly PromptFile[]): Promise<Idea> {
  const { settings, ctx, say } = context;
  const request = requestText(order);
  const task = [
    'Intake: structure this request as workspace/current/idea.json (genre, tone, scale, core_theme).',
    filesText([{ path: 'request', text: request }, ...repository]),
  ].join('\n\n');
  // The profile is not known yet; `fiction` gives no tools.
  const answer = await askWriter(context, { who: 'intake', task, answer: ideaAnswer }, 'fiction', say.what.idea);
  const language = languageIn(request) ?? (hasWords(request) ? answer.language : ctx.settings.lang);
  return { ...answer, language, profile: settings.profile ?? answer.profile };
}

/** The request and its issue as one text. */
export function requestText({ what, issue }: Pick<WriteOrder, 'what' | 'issue'>): string {
  const parts = [what, ...(issue ? [`# ${issue.title}`, issue.body] : [])];
  return sanitize(parts.filter((part) => part.trim() !== '').join('\n\n')).text;
}

/** Writes the paths in order. Each prompt contains the earlier paths, so that the new one differs. */
async function writePaths(
  context: WriteContext,
  idea: Idea,
  repository: readonly PromptFile[],
): Promise<readonly Path[]> {
  const paths: Path[] = [];
  const hints = DIRECTION_HINTS[idea.profile];
  for (const choice of CHOICES) {
    const given = [
      { path: promptPath(runFiles.idea), text: JSON.stringify(idea, null, 2) },
      ...paths.map((path) => ({ path: promptPath(`paths/${path.id}.json`), text: JSON.stringify(path, null, 2) })),
    ];
    const task = `${filesText([...given, ...repository])}\n\n${pathPrompt(promptLanguageOf(idea), choice, hints[choice])}`;
    const call = { who: pathId(choice), task, answer: pathAnswer };
    const answer = await askWriter(context, call, idea.profile, context.say.what.path(choice));
    const path = { id: pathId(choice), direction_hint: hints[choice], ...answer };
    await context.files.json(runFiles.path(choice), path);
    paths.push(path);
  }
  return paths;
}

const selections = ({ ctx }: WriteContext): readonly Selection[] =>
  ctx.signals.flatMap((signal) =>
    signal.is === 'select' ? [{ choice: signal.choice, remark: signal.remark, at: signal.at }] : [],
  );

/** The first valid selection; null if there is none yet. */
function validSelection(context: WriteContext) {
  for (const each of selections(context)) {
    const choice = choiceIn(each);
    if (choice) return { input: userInputOf(choice, each) };
  }
  return null;
}

/** The outcome of a run that waits for a selection, with the question. */
function awaitSelection(context: WriteContext, paths: readonly Path[]): Outcome {
  const { say } = context;
  const wrong = selections(context).at(-1);
  const says = [
    ...(wrong ? [say.noSuchPath(wrong.choice)] : []),
    say.select(comparisonTable(paths, say.comparison)),
  ].join('\n\n');
  const awaits = {
    id: awaitId('path', context.ctx.run),
    kind: 'selection',
    question: say.question,
    choices: CHOICES,
  } as const;
  return { name: 'awaiting', says, awaits, result: { paths } };
}

/** Has a sheet written for each character; for documentation, for readers and parts of the product. */
async function writeSheets(
  context: WriteContext,
  { idea, path, remark }: Omit<ChosenPath, 'characters'>,
): Promise<ChosenPath['characters']> {
  const given = [
    { path: promptPath(runFiles.idea), text: JSON.stringify(idea, null, 2) },
    { path: promptPath(runFiles.selectedPath), text: JSON.stringify(path, null, 2) },
    ...(remark === null ? [] : [{ path: promptPath(runFiles.userInput), text: remark }]),
  ];
  const task = `${filesText(given)}\n\n${charactersPrompt(promptLanguageOf(idea), idea.profile)}`;
  const call = { who: 'characters', task, answer: charactersAnswer };
  const { characters } = await askWriter(context, call, idea.profile, context.say.what.characters);
  for (const each of characters) await context.files.json(runFiles.character(each.name), each);
  return characters;
}
