import { Lexer } from 'yaml';

const deepest = 16;

/**
 * Whether a text nests further than any configuration does. The YAML parser is recursive: some thousand open brackets
 * do not throw there but take the whole process down, so the tokens are counted first (the lexer is a plain loop).
 * Nesting by indentation needs no count: the square of its depth is bounded by the length of the text.
 */
export function isTooDeep(text: string): boolean {
  let brackets = 0;
  let indicators = 0;
  for (const token of new Lexer().lex(text)) {
    if (token === '[' || token === '{') brackets += 1;
    else if (token === ']' || token === '}') brackets -= 1;
    else if (token === '-' || token === '?' || token === ':') indicators += 1;
    else if (/^\r?\n/.test(token)) indicators = 0;
    if (brackets > deepest || (brackets === 0 && indicators > deepest)) return true;
  }
  return false;
}
