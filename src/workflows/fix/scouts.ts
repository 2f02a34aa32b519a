// scout: one Scout, asked one question. No workflow for itself: the Editor of a fix asks, and waits.
//
//   the Editor asks  scout A (the code) or B (what happens when it runs), one precise question
//   it gets          a typed answer, each finding with the places where it can be seen
//   it stops         when every place is there to be seen; three answers in a row with places that are not end it

import * as z from 'zod';
import type { Judged } from '../../agent/agent.js';
import { Ends } from '../../agent/ended.js';
import { type GuardedTool, guarded } from '../../agent/gate.js';
import { isTest } from '../../agent/map/tests-of.js';
import { fenced } from '../../agent/prompt-text.js';
import type { Role } from '../../agent/role.js';
import { type Ended, runAgent } from '../../agent/run.js';
import type { Acted, Surroundings, Tool } from '../../agent/tool.js';
import { questionId } from '../../agent/tool.js';
import { linesIn } from '../../agent/tools/file-facts.js';
import { toolsFor } from '../../agent/tools/index.js';
import * as kinds from '../../agent/tools/kinds.js';
import { read } from '../../agent/tools/read.js';
import type { Workspace } from '../../ports/tree.js';
import { type Site, surroundingsOf } from './context.js';
import { PLAN_QUESTION, questionText } from './rules/brief.js';
import { unresolvedPlaces } from './rules/editor-replies.js';
import {
  type Citation,
  type PlanAnswer,
  planAnswer,
  type Question,
  type ScoutAnswer,
  type Scouted,
  scoutAAnswer,
  scoutBAnswer,
  scoutQuestion,
  unresolved,
} from './rules/schemas.js';
import { fitsAny } from './rules/scope.js';

/** Of what is left to spend, one question may cost so much. */
const SHARE = 0.25;
const PATIENCE = 3;

/** Asks a Scout. The same question asked again before the next verification has the same answer, and costs nothing. */
export function askScout(site: Site, question: Question): Promise<Acted> {
  const { scoutA, scoutB } = site.roles;
  const role = question.who === 'A' ? scoutA : scoutB;
  const by = `${role.name}.${questionId('q', String(site.course.loops), question.question).slice(2)}`;
  const before = [...site.scouted.values()].at(-1) ?? Promise.resolve();
  // One after the other: two who looked into one purse at once could both take the last of it.
  const asked = site.scouted.get(by) ?? before.then(() => answerOf(site, { ...question, by, role }));
  site.scouted.set(by, asked);
  return asked;
}

async function answerOf(site: Site, { by, role, ...question }: Question & { by: string; role: Role }): Promise<Acted> {
  const { who } = question;
  const answer: z.ZodType<ScoutAnswer> = who === 'A' ? scoutAAnswer : scoutBAnswer;
  const place =
    who === 'B' && !site.copy && site.environment.cell.strength === 'sealed' ? await aside(site) : undefined;
  try {
    const sent = { by, role: place ? role : withoutShell(role), question: question.question, at: place?.at };
    const ended = await send(site, sent, answer);
    const sliced = ended.ended === 'answered' ? await slicedBy(site, ended.answer) : [];
    return actedFrom(ended, { ...question, by, sliced });
  } finally {
    await place?.close();
  }
}

/** Asks Scout A for a plan, which a person is to approve. */
export const askForPlan = (site: Site): Promise<Ended<PlanAnswer>> =>
  send<PlanAnswer>(
    site,
    { by: 'scout-a.plan', role: site.roles.scoutA, question: PLAN_QUESTION, at: undefined },
    planAnswer,
  );

interface Sent {
  readonly by: string;
  readonly role: Role;
  readonly question: string;
  readonly at: Surroundings | undefined;
}

const withoutShell = (role: Role): Role => ({ ...role, tools: role.tools.filter((name) => name !== 'shell') });

async function send<A extends ScoutAnswer>(site: Site, { by, role, question, at }: Sent, answer: z.ZodType<A>) {
  const { ctx, environment, allowance, models, model, job, map } = site;
  const here = surroundingsOf(site);
  let tries = 0;
  return runAgent<A>({
    ...{ role: { ...role, tools: [...role.tools, 'log'] }, who: by, models, model, answer },
    task: questionText({ question, task: job.task, map }),
    tools: [...toolsFor({ net: environment.web, keep: environment.keep }), guarded(log(environment.bench.evidence))],
    run: ctx.run,
    budget: allowance.budget.share(SHARE),
    at: at ?? here,
    onProgress: ctx.show,
    judge: (given) => {
      tries += 1;
      return judge(site, { by, tries, cites: citesOf(given) });
    },
  });
}

const citesOf = (answer: ScoutAnswer): readonly Citation[] => [
  ...answer.findings.flatMap(({ cites }) => cites),
  ...('slices' in answer ? answer.slices.flatMap(({ cites }) => cites) : []),
];

/** Places that are not there go back; whoever names such places again and again has not looked. */
async function judge(
  site: Site,
  { by, tries, cites }: { by: string; tries: number; cites: readonly Citation[] },
): Promise<Judged> {
  const lines = await site.ctx.run.step(`${by} cites ${tries}`, () => linesOf(site, cites));
  const problems = unresolved(cites, (file, run_id) => lines[placeOf(file, run_id)] ?? null);
  if (problems.length === 0) return { is: 'taken' };
  return tries >= PATIENCE ? { is: 'over' } : { is: 'back', text: unresolvedPlaces(problems) };
}

const placeOf = (file: string, run_id = ''): string => `${run_id}:${file}`;

async function linesOf(site: Site, cites: readonly Citation[]): Promise<Readonly<Record<string, number | null>>> {
  const { workspace } = surroundingsOf(site);
  const lines: Record<string, number | null> = {};
  for (const cite of cites) {
    if ('file' in cite) lines[placeOf(cite.file)] ??= await linesIn(workspace, cite.file);
    else
      lines[placeOf(cite.log, cite.run_id)] ??= await linesIn(
        await site.environment.bench.evidence(),
        `${cite.run_id}/${cite.log}`,
      );
  }
  return lines;
}

/** A copy of the tree for whoever runs things: whatever they leave there goes with it. */
async function aside({ ctx, environment, tree, patience }: Site) {
  const { diff } = await environment.below.since(tree.base, tree.apart);
  const beside = await environment.below.beside(tree.base);
  const { tree: workspace } = beside;
  if (diff.text !== '') await environment.apply(diff, workspace);
  const cell = await environment.bench.sandbox(workspace.root);
  const { clock, signal } = ctx;
  const at: Surroundings = {
    workspace,
    gate: environment.gateFor(workspace),
    cell,
    clock,
    signal,
    approvals: patience,
  };
  return { at, close: () => cell.close().finally(beside.close) };
}

/** So many are enough to know tests by. */
const MOST_SLICED = 200;

/** Files of the tree that slices name, tests not. */
export async function slicedBy(site: Site, answer: ScoutAnswer): Promise<readonly string[]> {
  const globs = 'slices' in answer ? answer.slices.flatMap(({ paths }) => paths) : [];
  if (globs.length === 0) return [];
  const files = await surroundingsOf(site).workspace.files({});
  return files.filter((file) => !isTest(file) && fitsAny(file, globs)).slice(0, MOST_SLICED);
}

type Asked = Question & { readonly by: string; readonly sliced: readonly string[] };

function actedFrom(ended: Ended<ScoutAnswer>, { who, question, by, sliced }: Asked): Acted {
  if (ended.ended === 'cancelled') throw new Ends({ ended: 'cancelled', why: 'cancelled' });
  const data: Scouted = { who, question, by, spent: ended.spent };
  if (ended.ended === 'answered') {
    const text = fenced(`Scout ${who} answered`, JSON.stringify(ended.answer, null, 1));
    return { text, data: { ...data, answer: ended.answer, sliced } satisfies Scouted };
  }
  const why = ended.ended === 'asked' ? 'it would have needed the permission of a person' : ended.why;
  return { text: `Scout ${who} came to no answer (${why}). Look for yourself.`, failed: true, data };
}

const logInput = z.strictObject({
  run_id: z
    .string()
    .regex(/^[\w-]{1,100}$/)
    .describe('the verification'),
  log: z
    .string()
    .regex(/^[\w][\w.-]{0,199}$/)
    .describe('the name of its log'),
  from: kinds.count(1_000_000_000).optional().describe('the first line, from 1'),
  lines: kinds.count(2_000).optional().describe('how many lines; 1000 unless told'),
});

/** Shows a log of a verification, as `read` shows a file of the tree. */
export const log = (evidence: () => Promise<Workspace>): GuardedTool<z.output<typeof logInput>> => ({
  name: 'log',
  description: 'Shows the log of a verification, each line after its number and a tab. Of a long log name a range.',
  input: logInput,
  reads: true,
  // The Verifier's own folder, which no gate knows: what may be named of it is decided by the schema.
  touches: () => [],
  act: ({ run_id, log: name, ...range }, at) =>
    evidence().then((workspace) => read.act({ ...range, path: `${run_id}/${name}` }, { ...at, workspace })),
});

/** Asks a Scout, and waits for the answer. */
export const scout = (ask: (question: Question) => Promise<Acted>): Tool<Question> => ({
  name: 'scout',
  description:
    'Asks a Scout one question and waits for the answer, which names the places where it can be seen. A: the code (map, risks, what must stay true, the smallest safe slice, conventions, prior art, how it is tested). B: what happens when it runs (build, tests, a failure, the environment).',
  input: scoutQuestion,
  reads: true,
  act: ask,
});
