import { isMap, LineCounter, parseDocument } from 'yaml';
import { UserError } from '../../ports/errors.js';
import { type Script, scriptSchema } from './script.js';

interface ScriptProblem {
  readonly line: number;
  readonly field: string;
  readonly message: string;
}

/** All mistakes of a script. */
export class ScriptError extends UserError {
  readonly problems: readonly ScriptProblem[];

  constructor(name: string, problems: readonly ScriptProblem[]) {
    const found = problems.map(({ line, field, message }) => `${name}:${line}: ${field && `${field}: `}${message}`);
    super({ expected: 'a script for the model', found: found.join('\n'), remedy: 'Mend the lines named.' });
    this.name = 'ScriptError';
    this.problems = problems;
  }
}

/** Reads a script from YAML or JSON; throws a ScriptError that names line and field of each problem. */
export function parseScript(text: string, name = 'script'): Script {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  if (document.errors.length > 0) {
    const problems = document.errors.map(({ pos, message }) => ({
      line: lines.linePos(pos[0]).line,
      field: '',
      message: message.split('\n')[0] ?? message,
    }));
    throw new ScriptError(name, problems);
  }

  const checked = scriptSchema.safeParse(document.toJS());
  if (checked.success) return checked.data;

  const lineOf = (path: readonly PropertyKey[]) => lines.linePos(offsetOf(document, path)).line;
  const problems = checked.error.issues.map(({ path, message }) => ({
    line: lineOf(path),
    field: path.map(String).join('.'),
    message,
  }));
  throw new ScriptError(name, problems);
}

/** The position of a field in the file; of a missing field, that of its nearest ancestor. */
function offsetOf(document: ReturnType<typeof parseDocument>, path: readonly PropertyKey[]): number {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const parent = depth === 1 ? document.contents : document.getIn(path.slice(0, depth - 1), true);
    const offset = startOf(parent, path[depth - 1]) ?? rangeStart(document.getIn(path.slice(0, depth), true));
    if (offset !== undefined) return offset;
  }
  return rangeStart(document.contents) ?? 0;
}

/** An entry of a map starts at its key; the value may start a line later. */
function startOf(parent: unknown, key: PropertyKey | undefined): number | undefined {
  if (!isMap(parent)) return undefined;
  return rangeStart(parent.items.find((item) => String(item.key) === String(key))?.key);
}

function rangeStart(node: unknown): number | undefined {
  if (typeof node !== 'object' || node === null || !('range' in node)) return undefined;
  const { range } = node;
  return Array.isArray(range) && typeof range[0] === 'number' ? range[0] : undefined;
}
