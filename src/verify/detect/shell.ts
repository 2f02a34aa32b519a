// As much of a shell's grammar as is needed to see which program a script starts. What it cannot see through it gives up on.

export interface SimpleCommand {
  readonly words: readonly string[];
  /** Arguments behind the whole line would be its own. */
  readonly last: boolean;
}

/** Everything that starts a subshell, a loop or a redirection: words behind it are not what they seem. */
const BEYOND = /[`()<>{}]|\$\(|(?:^|[;&|\n]\s*)(?:if|for|while|until|case|function)\s/;
const TOKEN = /\s*(?:(&&|\|\||[;|&\n])|((?:[^\s;&|"'\\]|\\[\s\S]|"(?:[^"\\]|\\[\s\S])*"|'[^']*')+))/y;

/** The commands of a line in order; nothing when the line is more than a row of them. */
export function commandsOf(line: string): readonly SimpleCommand[] {
  const text = line.trim().slice(0, 5000);
  if (BEYOND.test(text.replace(/'[^']*'|"[^"]*"/g, 'x'))) return [];
  const commands: string[][] = [[]];
  const separators: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const [, separator, word] = TOKEN.exec(text) ?? [];
    if (separator === undefined && word === undefined) return [];
    if (separator !== undefined) {
      separators.push(separator);
      commands.push([]);
    } else commands.at(-1)?.push(bare(word ?? ''));
  }
  const full = commands.filter((words) => words.length > 0);
  const open = separators.some((separator) => separator === '|' || separator === '&') || commands.at(-1)?.length === 0;
  return full.map((words, n) => ({ words: words.filter(isNoAssignment), last: !open && n === full.length - 1 }));
}

const bare = (word: string): string =>
  word.replace(
    /\\([\s\S])|"((?:[^"\\]|\\[\s\S])*)"|'([^']*)'/g,
    (_, escaped, double, single) => escaped ?? double ?? single,
  );

/** `NODE_ENV=test jest`: the assignment is not the command. */
const isNoAssignment = (word: string, at: number, words: readonly string[]): boolean =>
  !(/^[A-Za-z_]\w*=/.test(word) && words.slice(0, at).every((each) => /^[A-Za-z_]\w*=/.test(each)));
