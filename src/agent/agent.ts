// One agent at work: what it was given, and what has happened so far.
import * as z from 'zod';
import { UserError } from '../ports/errors.js';
import type { Model } from '../ports/index.js';
import type { Offer, Picture, Usage } from '../ports/model.js';
import type { Show as OnProgress } from '../ports/progress.js';
import type { WorkRun } from '../ports/run.js';
import type { Budget } from './budget.js';
import { choiceFor, type Models, plus, type RoleChoice } from './cost.js';
import type { Sum } from './ended.js';
import type { Gauge } from './limits.js';
import { aboutAnswer, rules } from './prompt-texts.js';
import type { Role } from './role.js';
import { answerTo } from './signals.js';
import type { Acted, Question, Surroundings, Tool } from './tool.js';
import { FREE, type Note, type Spent, type TurnRecord } from './turn-record.js';

/** What whoever gave the work says of an answer: taken; back with a reason, and the work goes on; or over, whatever it says. */
export type Judged =
  | { readonly is: 'taken' }
  | { readonly is: 'back'; readonly text: string }
  | { readonly is: 'over' };

/** What an agent is given. */
export interface Job<A = unknown> {
  readonly role: Role;
  /** Whose steps these are in the journal, unique within the run; the role's name if it works once. */
  readonly who?: string | undefined;
  /** Sanitised; everything that is to be known before the first turn. */
  readonly task: string;
  /** Shown with the task. */
  readonly pictures?: readonly Picture[] | undefined;
  /** Stands before the task. Several agents that are given the same one, with the same role, read it from the cache. */
  readonly common?: string | undefined;
  /** All that could be used; the role picks from them by name. */
  readonly tools: readonly Tool[];
  readonly model: Model;
  readonly models: Models;
  /** Its journal, and what people have said to it. */
  readonly run: Pick<WorkRun, 'step' | 'signals'>;
  readonly budget: Budget;
  readonly at: Surroundings;
  /** What a person has answered to a question, if they have; else it is looked for among what was said to the run. */
  readonly answerTo?: ((question: Question) => string | undefined) | undefined;
  readonly onProgress?: OnProgress | undefined;
  /** What else is to be said before a turn, asked when it is really taken; under one name only once. */
  readonly aside?: (() => Promise<readonly Note[]>) | undefined;
  /** Asked about every answer that fits its form, also when the run is told again: what it does must be steps of the run. */
  judge?(answer: A): Promise<Judged>;
  /** Told of every call and what came of it, also when the run is told again, in order. */
  readonly observe?: ((call: Called) => void) | undefined;
}

/** A call as whoever gave the work may look at it. */
export interface Called {
  readonly tool: string;
  readonly input: unknown;
  readonly acted: Acted;
}

export interface Agent<A = unknown> extends Job<A> {
  readonly who: string;
  readonly onProgress: OnProgress;
  readonly answerTo: (question: Question) => string | undefined;
  readonly choice: RoleChoice;
  readonly system: string;
  readonly tools: readonly Tool[];
  readonly offers: readonly Offer[];
  readonly form: Form<A>;
  /** Grows by one with every turn and what came of it. */
  readonly beats: TurnRecord[];
  readonly meter: Meter;
}

/** An agent before its first turn. */
export function agentOf<A>(job: Job<A>, form: Form<A>): Agent<A> {
  const { role, models, at } = job;
  const tools = role.tools.map((name) => toolNamed(name, job));
  return {
    ...job,
    who: job.who ?? role.name,
    onProgress: job.onProgress ?? (() => undefined),
    answerTo: job.answerTo ?? (({ id }) => answerTo(job.run.signals, id)),
    choice: choiceFor(role, models),
    system: `${role.prompt.trim()}\n\n${rules}`,
    tools,
    offers: [...tools.map(offerOf), form.offer],
    form,
    beats: [],
    meter: new Meter(job.budget, () => at.clock.now()),
  };
}

/** The form of a role's own answers. */
export const formOfRole = ({ answer }: Role): Form<unknown> => formOf(answer);

function toolNamed(name: string, { role, tools }: Job): Tool {
  const tool = tools.find((one) => one.name === name);
  if (tool && name !== ANSWER) return tool;
  const known = tools.map((one) => one.name).sort();
  throw new UserError({
    expected: `tools of crew in \`allowedTools\` of the role ${role.name}`,
    found: `"${name}"`,
    remedy: `There are: ${known.join(', ')}.`,
  });
}

const offerOf = ({ name, description, input }: Tool): Offer => ({ name, description, input: inputOf(input) });

/** What an agent has used, from its journal as well as now. */
class Meter {
  readonly #budget: Budget;
  readonly #now: () => number;
  #usage: Usage = FREE;
  #usd = 0;
  #ms = 0;
  /** Since when time is not written down yet. */
  #since: number;

  constructor(budget: Budget, now: () => number) {
    this.#budget = budget;
    this.#now = now;
    this.#since = now();
  }

  /** Milliseconds since the last record; the next counts from here. */
  lap(): number {
    const now = this.#now();
    const lap = now - this.#since;
    this.#since = now;
    return lap;
  }

  take({ usage, usd, ms }: Spent): void {
    this.#usage = plus(this.#usage, usage);
    this.#usd += usd;
    this.#ms += ms;
    this.#budget.spend(usd);
  }

  gauges({ role: { limits }, beats }: Agent): readonly Gauge[] {
    const { limitUsd } = this.#budget;
    const minutes = (this.#ms + this.#now() - this.#since) / 60_000;
    return [
      { what: 'turns', used: beats.length, limit: limits.turns },
      { what: 'usd', used: this.#usd, limit: limits.usd },
      { what: 'minutes', used: minutes, limit: limits.minutes },
      { what: this.#budget.by ?? 'budget', used: limitUsd - this.#budget.leftUsd(), limit: limitUsd },
    ];
  }

  sum(): Sum['spent'] {
    return { usd: this.#usd, usage: this.#usage, ms: this.#ms };
  }
}

export const ANSWER = 'answer';

/** An answer as it must be. */
export interface Form<A> {
  readonly offer: Offer;
  read(input: unknown): { readonly answer: A } | { readonly problem: string };
}

/** The form that a schema makes; the schema must be one of an object, since the input of a call always is. */
export function formOf<A>(schema: z.ZodType<A>): Form<A> {
  const input = inputOf(schema);
  if (input.type !== 'object') throw new Error('the schema of an answer must be one of an object');
  return {
    offer: { name: ANSWER, description: aboutAnswer, input },
    read: (given) => {
      const parsed = schema.safeParse(given);
      return parsed.success ? { answer: parsed.data } : { problem: z.prettifyError(parsed.error) };
    },
  };
}

/** A schema as a model reads it; what every one begins with says nothing, and is paid for at every turn. */
function inputOf(schema: z.ZodType): Offer['input'] {
  const { $schema, ...input } = z.toJSONSchema(schema, { io: 'input' });
  return input;
}
