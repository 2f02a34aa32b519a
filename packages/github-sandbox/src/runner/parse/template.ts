import { isBasicExpression, isBoolean, isMapping, isNumber, isSequence, isString } from '@actions/workflow-parser';
import type { TemplateToken } from '@actions/workflow-parser/templates/tokens/template-token';
import type { Json } from '../json.js';

interface Expression {
  kind: 'expression';
  /** Without the braces; text around it was already folded into `format(…)` by the official parser. */
  text: string;
}

interface Mapping {
  kind: 'mapping';
  entries: [string, Template][];
}

/** A piece of a workflow file as data, with the expressions still in it. */
export type Template = string | number | boolean | null | Template[] | Expression | Mapping;

/** Turns the official parser's token tree into plain data that can be compared and stored. */
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

/** Tells an expression from the other kinds of template. */
export function isExpression(template: Template | undefined): template is Expression {
  return isTagged(template) && template.kind === 'expression';
}

/** The entries of a mapping, and none of anything else. */
export function entriesOf(template: Template | undefined): [string, Template][] {
  return isTagged(template) && template.kind === 'mapping' ? template.entries : [];
}

/** One value of a mapping. */
export function valueAt(template: Template | undefined, key: string): Template | undefined {
  return entriesOf(template).find(([name]) => name === key)?.[1];
}

/** A list of words, where GitHub also takes a single word. */
export function wordsOf(template: Template | undefined): string[] {
  if (template === undefined || template === null || isTagged(template)) return [];
  return Array.isArray(template) ? template.map(textOf) : [textOf(template)];
}

/** The text of a scalar as it stands in the file; empty for everything else. */
export function textOf(template: Template | undefined): string {
  if (template === undefined || template === null || typeof template === 'object') return '';
  return String(template);
}

/** The value of a template that holds no expression; an expression in it becomes null. */
export function plainOf(template: Template): Json {
  if (Array.isArray(template)) return template.map(plainOf);
  if (!isTagged(template)) return template;
  if (template.kind === 'expression') return null;
  return Object.fromEntries(template.entries.map(([key, value]) => [key, plainOf(value)]));
}

function isTagged(template: Template | undefined): template is Expression | Mapping {
  return typeof template === 'object' && template !== null && !Array.isArray(template);
}
