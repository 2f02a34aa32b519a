import { type Document, parseDocument } from 'yaml';
import { isTooDeep } from './is-too-deep.js';
import type { Problem } from './problem.js';
import { syntaxProblem } from './syntax-problem.js';

const mostCharacters = 32_768;

/** A well-formed document, and the text it was read from. */
export interface Source {
  readonly document: Document;
  readonly text: string;
}

/** Text → a YAML document, or what is wrong with it as YAML. */
export function readDocument(text: string): Source | { readonly problems: readonly Problem[] } {
  if (text.length > mostCharacters) return refuse(`longer than ${mostCharacters} characters`, 'shorten it');
  if (isTooDeep(text)) return refuse('nested too deeply', 'write `section:` and its settings below it');
  const document = parseDocument(text, { prettyErrors: false, stringKeys: true, logLevel: 'error' });
  const broken = [...document.errors, ...document.warnings];
  if (broken.length === 0) return { document, text };
  return { problems: onePerLine(broken.map((error) => syntaxProblem(error, text))) };
}

/** After the first error of a line the parser guesses, and the rest is noise. */
function onePerLine(problems: readonly Problem[]): readonly Problem[] {
  return [...new Map(problems.toReversed().map((problem) => [problem.line, problem])).values()].toReversed();
}

function refuse(found: string, remedy: string): { readonly problems: readonly Problem[] } {
  return { problems: [{ line: 1, column: 1, path: '', expected: 'a short YAML file of settings', found, remedy }] };
}
