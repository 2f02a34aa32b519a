// Parses a shell line into simple commands with their positions, so that commands can be recognised and edited in place. Pure. Used by detection and
// by the pipeline.
import { type Command, forEachChild, parse, type SyntaxNode } from 'unbash';

/** A word of a line. */
export interface ShellWord {
  /** Without quotation marks. */
  readonly value: string;
  /** Offsets in the line. */
  readonly from: number;
  readonly to: number;
}

/** A program with its arguments. */
export interface SimpleCommand {
  /** The program's name and its arguments, without assignments and redirections. */
  readonly words: readonly ShellWord[];
  /** The words `NAME=value` before the program's name. */
  readonly assignments: readonly ShellWord[];
  /** Its output is piped into another command. */
  readonly piped: boolean;
  /** It has redirections of its own. */
  readonly redirected: boolean;
  /** It runs if all commands before it succeed: it does not follow `||`, and is not in a branch, loop or function. */
  readonly certain: boolean;
}

/** Longer lines are not parsed. */
const MAX_LENGTH = 10_000;
/** Commands that are nested more deeply are left out. */
const MAX_DEPTH = 50;

/** What a command is part of. */
interface Surroundings {
  readonly piped: boolean;
  readonly certain: boolean;
  readonly depth: number;
}

/** All simple commands of a line in order, including groups and subshells; none if the line cannot be parsed. */
export function simpleCommands(line: string): readonly SimpleCommand[] {
  if (line.length > MAX_LENGTH) return [];
  const script = parse(line);
  if ((script.errors?.length ?? 0) > 0) return [];
  const found: SimpleCommand[] = [];
  visit(script, { piped: false, certain: true, depth: 0 }, found);
  return found;
}

function visit(node: SyntaxNode, around: Surroundings, into: SimpleCommand[]): void {
  if (around.depth > MAX_DEPTH) return;
  const inside = { ...around, depth: around.depth + 1 };
  if (node.type === 'Command') {
    if (node.name) into.push(commandOf(node, around));
    return;
  }
  if (node.type === 'Pipeline') {
    for (const [n, each] of node.commands.entries())
      visit(each, { ...inside, piped: around.piped || n < node.commands.length - 1 }, into);
    return;
  }
  if (node.type === 'AndOr') {
    for (const [n, each] of node.commands.entries())
      visit(each, { ...inside, certain: around.certain && !node.operators.slice(0, n).includes('||') }, into);
    return;
  }
  const certain = around.certain && !BRANCHES.has(node.type);
  forEachChild(node, (child) => visit(child, { ...inside, certain }, into));
}

/** Nodes whose commands may not run, or more than once. */
const BRANCHES: ReadonlySet<string> = new Set(['If', 'Elif', 'For', 'ArithmeticFor', 'While', 'Case', 'Function']);

function commandOf(node: Command, { piped, certain }: Surroundings): SimpleCommand {
  const wordOf = ({ value, pos, end }: { value: string; pos: number; end: number }) => ({ value, from: pos, to: end });
  const args = node.suffix.flatMap((each) =>
    each.type === 'Word'
      ? [wordOf(each)]
      : each.type === 'Assignment'
        ? [wordOf({ value: each.text, pos: each.pos, end: each.end })]
        : [],
  );
  return {
    words: [...(node.name ? [wordOf(node.name)] : []), ...args],
    assignments: node.prefix.flatMap((each) =>
      each.type === 'Assignment' ? [wordOf({ value: each.text, pos: each.pos, end: each.end })] : [],
    ),
    piped,
    redirected: node.redirects.some(({ type }) => type === 'Redirect'),
    certain,
  };
}

/** A command of a line `a && b && c` with its position. */
export interface ChainedCommand {
  readonly from: number;
  readonly to: number;
  readonly program: string;
}

/** The commands of a line that consists of simple commands joined by `&&`; none for any other line. */
export function chainOf(line: string): readonly ChainedCommand[] {
  if (line.length > MAX_LENGTH) return [];
  const { commands, errors } = parse(line);
  const [statement] = commands;
  const row = statement?.command;
  if ((errors?.length ?? 0) > 0 || commands.length !== 1 || row?.type !== 'AndOr' || statement?.background) return [];
  if (row.operators.some((operator) => operator !== '&&')) return [];
  const links = row.commands.flatMap((each) =>
    each.type === 'Command' && each.name ? [{ from: each.pos, to: each.end, program: each.name.value }] : [],
  );
  return links.length === row.commands.length ? links : [];
}

/** The words of every simple command of a line. */
export function commandsOf(line: string): readonly (readonly string[])[] {
  return simpleCommands(line).map(({ words }) => words.map(({ value }) => value));
}
