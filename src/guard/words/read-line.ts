import { type Command, forEachChild, parse, type Redirection, type SyntaxNode } from 'unbash';
import { innerCommands, MOST_TAILS } from './inner-commands.js';
import type { Line, Run, Target } from './line.js';
import { type Spelled, spell } from './spell.js';
import { hidesSubcommand } from './subcommands.js';

/** How deep texts within texts are read: `sh -c "sh -c '…'"`. */
const DEEPEST = 8;
/** How deep syntax within syntax is read; the stack would end somewhere behind. */
const DEEPEST_SYNTAX = 600;
/** No honest line has as many commands, and each costs time. */
const MOST = 5000;

interface Reading {
  readonly runs: Run[];
  readonly pipes: Run[][];
  bottomless: boolean;
  /** Pieces of syntax around the one that is read, in its own text. */
  level: number;
}

interface Enclosing {
  readonly within: Run | null;
  readonly functions: readonly string[];
  readonly carrier: string | null;
  /** Texts around it. */
  readonly depth: number;
}

/** Every command that a line would run, those included that other commands of it would start. */
export function readLine(text: string): Line {
  const reading: Reading = { runs: [], pipes: [], bottomless: false, level: 0 };
  readText(text, { within: null, functions: [], carrier: null, depth: 0 }, reading);
  return reading;
}

function readText(text: string, enclosing: Enclosing, into: Reading): void {
  const around = into.level;
  into.level = 0;
  if (enclosing.depth > DEEPEST || into.runs.length > MOST) into.bottomless = true;
  else visit(parse(text), enclosing, into);
  into.level = around;
}

function visit(node: SyntaxNode, enclosing: Enclosing, into: Reading): void {
  into.level += 1;
  if (into.level > DEEPEST_SYNTAX) into.bottomless = true;
  else if (node.type === 'Command') visitCommand(node, enclosing, into);
  else visitOther(node, enclosing, into);
  into.level -= 1;
}

function visitOther(node: Exclude<SyntaxNode, Command>, enclosing: Enclosing, into: Reading): void {
  const inside =
    node.type === 'Function' ? { ...enclosing, functions: [...enclosing.functions, node.name.value] } : enclosing;
  const from = into.runs.length;
  forEachChild(node, (child) => visit(child, inside, into));
  if (node.type === 'Pipeline') into.pipes.push(into.runs.slice(from));
}

function visitCommand(node: Command, enclosing: Enclosing, into: Reading): void {
  const run = runOf(node, enclosing);
  into.runs.push(run);
  const inside = { ...enclosing, within: run };
  forEachChild(node, (child) => visit(child, inside, into));
  readInner(run, enclosing.depth + 1, into);
}

/** What a command would start, as words or as text. */
function readInner(run: Run, depth: number, into: Reading): void {
  const { commands, texts } = innerCommands(run);
  if (commands.length > MOST_TAILS || hidesSubcommand(run.words)) into.bottomless = true;
  const carrier = run.words[0]?.text ?? '';
  const { within, functions } = run;
  for (const words of commands) {
    const inner: Run = { ...run, words, redirects: [], assigns: false, carrier, borrowed: true };
    into.runs.push(inner);
    if (hidesSubcommand(words)) into.bottomless = true;
    // The later words of the outer command have been taken already; only texts are new.
    for (const text of innerCommands(inner).texts) readText(text, { within, functions, carrier, depth }, into);
  }
  for (const text of texts) readText(text, { within, functions, carrier, depth }, into);
}

function runOf(node: Command, { within, functions, carrier }: Enclosing): Run {
  const words: Spelled[] = node.name ? [spell(node.name)] : [];
  for (const argument of node.args)
    words.push(argument.type === 'Word' ? spell(argument) : { text: argument.text, literal: false });
  return {
    words,
    redirects: node.redirects.map(targetOf),
    assigns: node.prefix.some(({ type }) => type === 'Assignment'),
    within,
    functions,
    carrier,
    borrowed: false,
  };
}

/** A redirection, with what stands behind it. */
export function targetOf(redirect: Redirection): Target {
  const { operator } = redirect;
  const descriptor =
    redirect.descriptor?.type === 'FileDescriptor' ? redirect.descriptor.value : redirect.descriptor?.name;
  if (redirect.type === 'HereDoc')
    return { operator, descriptor, to: { text: '', literal: false }, body: redirect.body.text };
  const to = redirect.target ? spell(redirect.target) : { text: '', literal: false };
  return { operator, descriptor, to, ...(redirect.type === 'HereString' ? { body: to.text } : {}) };
}
