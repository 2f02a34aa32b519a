import { Lexer } from '@actions/expressions';
import { isExpression, type Template, textOf } from './template.js';

/** The condition of a job or step as an expression that names its status, which is `success()` where it says none. */
export function readCondition(template: Template): string {
  return withStatus(isExpression(template) ? template.text : textOf(template));
}

const STATUS_FUNCTIONS = ['success', 'failure', 'always', 'cancelled'];

/** A condition that names no status only holds after success: GitHub's rule for jobs and steps. */
export function withStatus(condition: string): string {
  const text = condition.trim();
  if (text === '') return 'success()';
  return namesStatus(text) ? text : `success() && (${text})`;
}

/** Looks at tokens, since `'always()'` in a string or `x.always` names nothing. */
function namesStatus(text: string): boolean {
  const lexemes = lexemesOf(text);
  return lexemes.some(
    (lexeme, index) =>
      STATUS_FUNCTIONS.includes(lexeme.toLowerCase()) && lexemes[index + 1] === '(' && lexemes[index - 1] !== '.',
  );
}

/** What cannot be read here is reported by the parser of the file, with its place. */
function lexemesOf(text: string): string[] {
  try {
    return new Lexer(text).lex().tokens.map((token) => token.lexeme);
  } catch {
    return [];
  }
}
