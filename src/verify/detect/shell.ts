// The simple commands of a shell line with their places in it, so that a command can be recognised and edited where it stands.
import { type Command, forEachChild, parse, type SyntaxNode } from 'unbash';

export interface ShellWord {
  /** Without quotation marks. */
  readonly value: string;
  /** Offsets in the line. */
  readonly from: number;
  readonly to: number;
}

export interface SimpleCommand {
  /** The program's name and its arguments; assignments and redirections are not among them. */
  readonly words: readonly ShellWord[];
  /** `NAME=value` before the program's name; offsets include the name. */
  readonly assignments: readonly ShellWord[];
  /** Its output goes into another command. */
  readonly piped: boolean;
  /** It has redirections of its own. */
  readonly redirected: boolean;
  /** It surely runs when all commands before it end well: it is not behind `||`, nor in a branch or a loop. */
  readonly certain: boolean;
}

/** No script that somebody wrote is longer; parsing takes time. */
const LONGEST = 10_000;
const DEEPEST = 50;

interface Around {
  readonly piped: boolean;
  readonly certain: boolean;
  readonly depth: number;
}

/** Every simple command of a line in order, those in groups and subshells included; none where the line cannot be parsed. */
export function simpleCommands(line: string): readonly SimpleCommand[] {
  if (line.length > LONGEST) return [];
  const script = parse(line);
  if ((script.errors?.length ?? 0) > 0) return [];
  const found: SimpleCommand[] = [];
  visit(script, { piped: false, certain: true, depth: 0 }, found);
  return found;
}

function visit(node: SyntaxNode, around: Around, into: SimpleCommand[]): void {
  if (around.depth > DEEPEST) return;
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

const BRANCHES: ReadonlySet<string> = new Set(['If', 'Elif', 'For', 'ArithmeticFor', 'While', 'Case', 'Function']);

function commandOf(node: Command, { piped, certain }: Around): SimpleCommand {
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

/** A command of a line `a && b && c`, and where it stands in it. */
export interface Link {
  readonly from: number;
  readonly to: number;
  readonly program: string;
}

/** The commands of a line that is nothing but simple commands joined by `&&`; none where it is anything else. */
export function linksOf(line: string): readonly Link[] {
  if (line.length > LONGEST) return [];
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
