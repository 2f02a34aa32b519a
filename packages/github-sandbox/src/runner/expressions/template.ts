// Parts of a workflow file as data, with expressions that are not evaluated yet. The parsers create them; resolve.ts, decide/, run/ and the
// entry of the runner read them.

import { isBasicExpression, isBoolean, isMapping, isNumber, isSequence, isString } from '@actions/workflow-parser';
import type { TemplateToken } from '@actions/workflow-parser/templates/tokens/template-token';
import type { Json } from '../json.js';

interface Expression {
  kind: 'expression';
  /** Without braces; the parser has converted surrounding text to `format(…)`. */
  text: string;
}

interface Mapping {
  kind: 'mapping';
  entries: [string, Template][];
}

/** A part of a workflow file as data, with unevaluated expressions. */
export type Template = string | number | boolean | null | Template[] | Expression | Mapping;

/** Converts the parser's tokens to plain data. */
export function toTemplate(token: TemplateToken): Template {
  if (isMapping(token)) {
    const entries = [...token].map(({ key, value }): [string, Template] => [key.toString(), toTemplate(value)]);
    return { kind: 'mapping', entries };
  }
  if (isSequence(token)) return Array.from({ length: token.count }, (_, index) => toTemplate(token.get(index)));
  if (isBasicExpression(token)) return { kind: 'expression', text: token.expression };
  if (isString(token) || isNumber(token) || isBoolean(token)) return token.value;
  return null;
}

/** Whether a template is an expression. */
export function isExpression(template: Template | undefined): template is Expression {
  return isTagged(template) && template.kind === 'expression';
}

/** The entries of a mapping; none for other kinds. */
export function entriesOf(template: Template | undefined): [string, Template][] {
  return isTagged(template) && template.kind === 'mapping' ? template.entries : [];
}

/** One value of a mapping. */
export function valueAt(template: Template | undefined, key: string): Template | undefined {
  return entriesOf(template).find(([name]) => name === key)?.[1];
}

/** A list of strings, or a single string. */
export function wordsOf(template: Template | undefined): string[] {
  if (template === undefined || template === null || isTagged(template)) return [];
  return Array.isArray(template) ? template.map(textOf) : [textOf(template)];
}

/** The text of a scalar; '' for others. */
export function textOf(template: Template | undefined): string {
  if (template === undefined || template === null || typeof template === 'object') return '';
  return String(template);
}

/** The value of a template; expressions become null. */
export function plainOf(template: Template): Json {
  if (Array.isArray(template)) return template.map(plainOf);
  if (!isTagged(template)) return template;
  if (template.kind === 'expression') return null;
  return Object.fromEntries(template.entries.map(([key, value]) => [key, plainOf(value)]));
}

function isTagged(template: Template | undefined): template is Expression | Mapping {
  return typeof template === 'object' && template !== null && !Array.isArray(template);
}
