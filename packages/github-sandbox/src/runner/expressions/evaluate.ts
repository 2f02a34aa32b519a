// Evaluates one expression with GitHub's own expression library. Used by resolve.ts; run/ and decide/status-functions use its types.

import { data, Evaluator, Lexer, Parser } from '@actions/expressions';
import type { FunctionDefinition } from '@actions/expressions/funcs/info';
import type { Token } from '@actions/expressions/lexer';
import { type Json, Refusal, sentenceOf } from '../json.js';
import type { Contexts } from '../model.js';
import { fromData, toData } from './data.js';

/** Functions that depend on the context: status functions and hashFiles. */
export type Functions = Record<string, (...args: string[]) => boolean | string>;

export interface Scope {
  /** File, job and step, for error messages. */
  where: string;
  contexts: Contexts;
  functions: Functions;
}

/** Evaluates one expression, given without braces. Throws a Refusal if it is invalid or contains unknown names. */
export function evaluate(text: string, scope: Scope): Json {
  try {
    const functions = Object.entries(scope.functions).map(([name, call]) => definitionOf(name, call));
    const tree = new Parser(tokensOf(text), Object.keys(scope.contexts), functions).parse();
    const byName = new Map(functions.map((definition) => [definition.name.toLowerCase(), definition]));
    return fromData(new Evaluator(tree, dictionaryOf(scope.contexts), byName).evaluate());
  } catch (thrown) {
    throw new Refusal(scope.where, `${sentenceOf(thrown)} in the expression '${text}'`);
  }
}

/** The library's lexer unescapes only the first `''` of a string; GitHub unescapes all. */
function tokensOf(text: string): Token[] {
  const isString = ({ lexeme }: Token): boolean => lexeme.startsWith("'");
  const undoubled = ({ lexeme }: Token): string => lexeme.slice(1, -1).replaceAll("''", "'");
  const { tokens } = new Lexer(text).lex();
  return tokens.map((token) => (isString(token) ? { ...token, value: undoubled(token) } : token));
}

function dictionaryOf(contexts: Contexts): data.Dictionary {
  return new data.Dictionary(...Object.entries(contexts).map(([key, value]) => ({ key, value: toData(value) })));
}

function definitionOf(name: string, call: Functions[string]): FunctionDefinition {
  return {
    name,
    minArgs: name === 'hashFiles' ? 1 : 0,
    maxArgs: 255,
    call: (...args) => toData(call(...args.map((arg) => arg.coerceString()))),
  };
}
