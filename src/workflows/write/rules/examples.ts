// Makes code examples that state their output runnable, and compares their output with the statement. Pure. Used by ../facts.ts, which runs
// them.
import { type Claim, STATED_VALUE } from './claims.js';
import type { RepositoryIndex } from './repository-index.js';
import type { Fact } from './verdicts.js';

type Example = Extract<Claim, { kind: 'example' }>;

/** The exit code and output of an example. */
export interface ExampleRun {
  /** Null if the example did not exit by itself. */
  readonly exit: number | null;
  readonly out: string;
}

/** How an example is run, and what it should print. */
export interface Script {
  /** The bash command line. */
  readonly line: string;
  /** The stated values, in text order. */
  readonly expected: readonly string[];
}

/** Begins each output line that reports a value. */
const MARK = '\u0001crew ';

/** The script that runs an example; null if crew cannot build one. */
export function scriptOf({ lang, code }: Example, index: RepositoryIndex): Script | null {
  return lang === 'js' ? jsScript(code, index) : pythonScript(code);
}

/** The example in which every line that states a value reports the real value instead. */
function jsScript(code: string, index: RepositoryIndex): Script | null {
  const expected: string[] = [];
  const isModule = /^\s*(?:import\s|export\s)|^\s*await\s/m.test(code);
  const lines = code.split('\n').map((line) => {
    const match = STATED_VALUE.exec(line);
    const stated = match?.groups?.stated ?? match?.groups?.value;
    const reporting = stated === undefined ? null : reportingStatement(line.slice(0, match?.index).trim());
    if (stated === undefined || reporting === null) return line;
    expected.push(stated);
    return reporting;
  });
  if (expected.length === 0) return null;
  const source = `${REPORT}\n${withOwnModule(lines.join('\n'), index)}`;
  return { line: `node ${isModule ? '--input-type=module ' : '--input-type=commonjs '}-e ${quoted(source)}`, expected };
}

/** The statement with a call that reports its value; null if its value cannot be reported. */
function reportingStatement(statement: string): string | null {
  const variable = /^(?:const|let|var)\s+([A-Za-z_$][\w$]*)\s*=/.exec(statement)?.[1];
  if (variable !== undefined) return isBalanced(statement) ? `${statement};__crew(() => ${variable});` : null;
  const logged = /^console\.(?:log|info)\(([\s\S]*)\);?$/.exec(statement)?.[1];
  if (logged !== undefined) return `;__crew(() => (${logged}));`;
  const isExpression =
    /^[\w$([{'"`!+-]/.test(statement) &&
    isBalanced(statement) &&
    !/^(?:const|let|var|if|for|while|return|function|class|import|export|throw)\b/.test(statement);
  return isExpression ? `;__crew(() => (${statement.replace(/;$/, '')}));` : null;
}

/** The function that an example calls to report a value: it prints the spellings that a statement of the value may have. */
const REPORT = `const __crew = (read) => {
  let value;
  try { value = read(); } catch (error) { console.log(${JSON.stringify(MARK)} + JSON.stringify(['throws ' + error.message])); return; }
  const json = (of) => { try { return JSON.stringify(of); } catch { return undefined; } };
  const util = process.getBuiltinModule ? process.getBuiltinModule('util') : require('util');
  console.log(${JSON.stringify(MARK)} + JSON.stringify([
    String(typeof value === 'object' && value !== null ? json(value) : value),
    String(value?.toString === Object.prototype.toString ? '' : value),
    json(value) ?? '',
    util.inspect(value, { depth: 9, breakLength: Infinity }),
  ]));
};`;

/** Replaces imports of the package's own name by this tree. */
function withOwnModule(code: string, { names, texts }: RepositoryIndex): string {
  const main = /"main"\s*:\s*"([^"]+)"/.exec(texts['package.json'] ?? '')?.[1] ?? 'index.js';
  const ownModule = `./${main.replace(/^\.\//, '')}`;
  return names.reduce(
    (text, name) => text.replaceAll(`'${name}'`, `'${ownModule}'`).replaceAll(`"${name}"`, `"${ownModule}"`),
    code,
  );
}

/** Whether as many brackets are opened as closed, outside of strings. */
function isBalanced(code: string): boolean {
  const withoutStrings = code.replace(/(['"`])(?:\\.|(?!\1).)*\1/g, '');
  const count = (marks: RegExp) => withoutStrings.match(marks)?.length ?? 0;
  return count(/[([{]/g) === count(/[)\]}]/g);
}

/** A script that runs the example with doctest and prints the number of failures as `crew N`. */
function pythonScript(code: string): Script | null {
  const count = code.match(/^>>> /gm)?.length ?? 0;
  const source = `import doctest,sys\nsys.path[:0]=['src','.']\nr=doctest.DocTestRunner(verbose=False,optionflags=doctest.NORMALIZE_WHITESPACE|doctest.ELLIPSIS)\nt=doctest.DocTestParser().get_doctest(${JSON.stringify(`${code}\n`)},{},'example',None,0)\nr.run(t)\nprint('crew',r.failures)`;
  return count === 0 ? null : { line: `python3 -B -c ${quoted(source)}`, expected: [] };
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

type Verdict = Pick<Fact, 'verdict' | 'why'>;

/** The verdict after a run; not checked if the example did not run to its end. */
export function judgeExample({ lang }: Example, script: Script | null, ran: ExampleRun | null): Verdict {
  if (script === null || ran === null) return { verdict: 'not checked', why: 'it cannot be run as it stands' };
  if (lang === 'python') return judgePython(ran);
  const printed = ran.out
    .split('\n')
    .flatMap((line) => (line.startsWith(MARK) ? [outputValues(line.slice(MARK.length))] : []));
  for (const [n, stated] of script.expected.entries()) {
    const values = printed[n];
    if (values === undefined) return { verdict: 'not checked', why: `it stopped: ${lastErrorLine(ran.out)}` };
    if (values.some((value) => isSameValue(value, stated))) continue;
    if (isLiteral(stated) && !/^throws /.test(values[0] ?? ''))
      return { verdict: 'wrong', why: `it prints ${values.at(-1)}, not ${stated}` };
    return { verdict: 'not checked', why: `${stated} cannot be compared` };
  }
  return { verdict: 'right', why: 'it prints what it says' };
}

function judgePython({ out, exit }: ExampleRun): Verdict {
  if (exit !== 0 || !/^crew \d+$/m.test(out))
    return { verdict: 'not checked', why: `it stopped: ${lastErrorLine(out)}` };
  if (/^crew 0$/m.test(out)) return { verdict: 'right', why: 'it prints what it says' };
  if (/Traceback|Error/.test(out)) return { verdict: 'not checked', why: 'it needs something that is not here' };
  const got = /Expected:\n([\s\S]*?)Got:\n([\s\S]*?)(?:\n\*{5,}|\ncrew )/.exec(out);
  return {
    verdict: 'wrong',
    why: got ? `it prints ${got[2]?.trim()}, not ${got[1]?.trim()}` : 'it prints something else',
  };
}

/** The last line of the output that mentions an error. */
const lastErrorLine = (out: string): string =>
  out
    .split('\n')
    .findLast((line) => /Error|error/.test(line))
    ?.trim()
    .slice(0, 200) ?? 'no output';

/** The spellings of one printed value. */
function outputValues(line: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(line);
    return Array.isArray(value) ? value.map(String) : [];
  } catch {
    return [];
  }
}

/** Normalizes a value for comparison: quotes, spaces, a last comma and a semicolon are ignored. */
const comparableText = (text: string): string =>
  text
    .replace(/["'`]/g, '"')
    .replace(/\s+/g, '')
    .replace(/[;,.]$/, '')
    .replace(/"(\w+)":/g, '$1:')
    .replace(/^"(.*)"$/, '$1');

const isSameValue = (value: string, stated: string): boolean => comparableText(value) === comparableText(stated);

/** Whether the stated value is a literal of the language, not prose. */
const isLiteral = (stated: string): boolean =>
  /^(?:-?\d[\d_.e]*|true|false|null|undefined|NaN|'[^']*'|"[^"]*"|`[^`]*`|\[[^…]*\]|\{[^…]*\})[;,]?$/.test(stated) &&
  !stated.includes('...');
