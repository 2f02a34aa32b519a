// The state of one agent: its task, its tools, its records and its cost so far. Created by run.ts and used by the other files of the loop;
// the workflows build and fix use its types.
import * as z from 'zod';
import { UserError } from '../ports/errors.js';
import type { Model } from '../ports/index.js';
import type { Picture, ToolDefinition, Usage } from '../ports/model.js';
import type { Show as OnProgress } from '../ports/progress.js';
import type { WorkRun } from '../ports/run.js';
import type { Totals } from './agent-end.js';
import type { Budget } from './budget.js';
import { choiceFor, type Models, plus, type RoleChoice } from './cost.js';
import type { LimitUse } from './limits.js';
import { answerDescription, loopRules } from './prompt-texts.js';
import type { Role } from './role.js';
import { answerTo } from './signals.js';
import type { Question, Tool, ToolContext, ToolResult } from './tool.js';
import { NO_USAGE, type Note, type TurnCost, type TurnWithResults } from './turn-record.js';

/** The caller's decision about an answer: accept it, send it back with a reason, or end the agent. */
export type AnswerDecision =
  | { readonly is: 'taken' }
  | { readonly is: 'back'; readonly text: string }
  | { readonly is: 'over' };

/** The input of an agent. */
export interface AgentJob<A = unknown> {
  readonly role: Role;
  /** The prefix of its steps in the journal, unique within the run. Default: the role's name. */
  readonly who?: string | undefined;
  /** Sanitized. Everything that the agent must know before its first turn. */
  readonly task: string;
  /** Sent with the task. */
  readonly pictures?: readonly Picture[] | undefined;
  /** Sent before the task. Agents with the same role and the same text read it from the cache. */
  readonly common?: string | undefined;
  /** The available tools; the role selects from them by name. */
  readonly tools: readonly Tool[];
  readonly model: Model;
  readonly models: Models;
  /** The journal, and the signals from people. */
  readonly run: Pick<WorkRun, 'step' | 'signals'>;
  readonly budget: Budget;
  readonly toolContext: ToolContext;
  /** Returns a person's answer to a question; undefined without one. Default: among the signals of the run. */
  readonly answerTo?: ((question: Question) => string | undefined) | undefined;
  readonly onProgress?: OnProgress | undefined;
  /** Returns more notes for the model. Called before each turn; a note is sent once for each name. */
  readonly extraNotes?: (() => Promise<readonly Note[]>) | undefined;
  /**
   * Accepts, returns or ends on each valid answer. It is called again for the same answer in a continued run, so its effects must be steps
   * of the run.
   */
  judge?(answer: A): Promise<AnswerDecision>;
  /** Called for every tool call and its result in order, also in a continued run. */
  readonly observe?: ((call: CalledTool) => void) | undefined;
}

/** A tool call and its result, for the caller. */
export interface CalledTool {
  readonly tool: string;
  readonly input: unknown;
  readonly result: ToolResult;
}

/** A running agent. */
export interface Agent<A = unknown> extends AgentJob<A> {
  readonly who: string;
  readonly onProgress: OnProgress;
  readonly answerTo: (question: Question) => string | undefined;
  readonly choice: RoleChoice;
  readonly system: string;
  /** The tools that the role selects. */
  readonly tools: readonly Tool[];
  /** The tools and the answer, as the model sees them. */
  readonly toolDefinitions: readonly ToolDefinition[];
  readonly form: Form<A>;
  /** One record per turn. */
  readonly records: TurnWithResults[];
  readonly meter: Meter;
}

/** Creates an agent that has not taken a turn. */
export function agentOf<A>(job: AgentJob<A>, form: Form<A>): Agent<A> {
  const { role, models, toolContext } = job;
  const tools = role.tools.map((name) => toolNamed(name, job));
  return {
    ...job,
    who: job.who ?? role.name,
    onProgress: job.onProgress ?? (() => undefined),
    answerTo: job.answerTo ?? (({ id }) => answerTo(job.run.signals, id)),
    choice: choiceFor(role, models),
    system: `${role.prompt.trim()}\n\n${loopRules}`,
    tools,
    toolDefinitions: [...tools.map(definitionOf), form.definition],
    form,
    records: [],
    meter: new Meter(job.budget, () => toolContext.clock.now()),
  };
}

/** The answer form of a role. */
export const formOfRole = ({ answer }: Role): Form<unknown> => formOf(answer);

function toolNamed(name: string, { role, tools }: AgentJob): Tool {
  const tool = tools.find((one) => one.name === name);
  if (tool && name !== ANSWER) return tool;
  const known = tools.map((one) => one.name).sort();
  throw new UserError({
    expected: `tools of crew in \`allowedTools\` of the role ${role.name}`,
    found: `"${name}"`,
    remedy: `There are: ${known.join(', ')}.`,
  });
}

const definitionOf = ({ name, description, input }: Tool): ToolDefinition => ({
  name,
  description,
  input: inputOf(input),
});

/** Counts what an agent has spent, including steps that a continued run takes from its journal. */
class Meter {
  readonly #budget: Budget;
  readonly #now: () => number;
  #usage: Usage = NO_USAGE;
  #usd = 0;
  #ms = 0;
  /** When the last record was made. */
  #since: number;

  constructor(budget: Budget, now: () => number) {
    this.#budget = budget;
    this.#now = now;
    this.#since = now();
  }

  /** Milliseconds since the last call of this function. */
  lap(): number {
    const now = this.#now();
    const lap = now - this.#since;
    this.#since = now;
    return lap;
  }

  add({ usage, usd, ms }: TurnCost): void {
    this.#usage = plus(this.#usage, usage);
    this.#usd += usd;
    this.#ms += ms;
    this.#budget.spend(usd);
  }

  /** How much of each limit is used. */
  limitUses({ role: { limits }, records }: Agent): readonly LimitUse[] {
    const { limitUsd } = this.#budget;
    const minutes = (this.#ms + this.#now() - this.#since) / 60_000;
    return [
      { kind: 'turns', used: records.length, limit: limits.turns },
      { kind: 'usd', used: this.#usd, limit: limits.usd },
      { kind: 'minutes', used: minutes, limit: limits.minutes },
      { kind: this.#budget.by ?? 'budget', used: limitUsd - this.#budget.leftUsd(), limit: limitUsd },
    ];
  }

  totals(): Totals['spent'] {
    return { usd: this.#usd, usage: this.#usage, ms: this.#ms };
  }
}

/** The name of the tool call by which a model gives its answer. */
export const ANSWER = 'answer';

/** The form of an answer. An answer is a tool call, so an invalid one is returned to the model with the error. */
export interface Form<A> {
  readonly definition: ToolDefinition;
  read(input: unknown): { readonly answer: A } | { readonly problem: string };
}

/** Creates the form. The schema must describe an object, because the input of a call is one. */
export function formOf<A>(schema: z.ZodType<A>): Form<A> {
  const input = inputOf(schema);
  if (input.type !== 'object') throw new Error('the schema of an answer must be one of an object');
  return {
    definition: { name: ANSWER, description: answerDescription, input },
    read: (given) => {
      const parsed = schema.safeParse(given);
      return parsed.success ? { answer: parsed.data } : { problem: z.prettifyError(parsed.error) };
    },
  };
}

/** The JSON schema for the model, without `$schema`, which would cost tokens in every turn. */
function inputOf(schema: z.ZodType): ToolDefinition['input'] {
  const { $schema, ...input } = z.toJSONSchema(schema, { io: 'input' });
  return input;
}
