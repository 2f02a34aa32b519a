/**
 * Reads what a step wrote to GITHUB_OUTPUT, GITHUB_ENV or GITHUB_STATE: `name=value` lines, and `name<<DELIMITER`
 * blocks for values of several lines.
 */
export function parseFileCommands(content: string): [string, string][] {
  const lines = content.split(/\r?\n/);
  const found: [string, string][] = [];
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    if (line === '') continue;
    const block = heredocOf(line);
    if (block === undefined) {
      found.push(pairOf(line));
      continue;
    }
    const end = lines.indexOf(block.delimiter, index + 1);
    if (end < 0) throw new Error(`Invalid value. Matching delimiter not found '${block.delimiter}'`);
    found.push([block.name, lines.slice(index + 1, end).join('\n')]);
    index = end;
  }
  return found;
}

/** Whichever of `=` and `<<` comes first decides, since either may stand in a value. */
function heredocOf(line: string): { name: string; delimiter: string } | undefined {
  const arrow = line.indexOf('<<');
  const equals = line.indexOf('=');
  if (arrow < 0 || (equals >= 0 && equals < arrow)) return undefined;
  const name = line.slice(0, arrow);
  const delimiter = line.slice(arrow + 2);
  if (name === '' || delimiter === '')
    throw new Error(`Invalid format '${line}'. Name and delimiter must not be empty`);
  return { name, delimiter };
}

function pairOf(line: string): [string, string] {
  const equals = line.indexOf('=');
  if (equals <= 0) throw new Error(`Invalid format '${line}'`);
  return [line.slice(0, equals), line.slice(equals + 1)];
}

/** Whether a step may set this variable for those after it: the runner's own cannot be taken over. */
export function maySetEnv(name: string): boolean {
  return !/^(GITHUB|RUNNER)_/i.test(name) && name.toUpperCase() !== 'CI';
}

/** GitHub refuses this one with an error, since it would run code in every later step. */
export function isForbiddenEnv(name: string): boolean {
  return name.toUpperCase() === 'NODE_OPTIONS';
}
