// Replaces the expressions of a template by their values. Used by run/ for everything that a workflow file may compute.

import type { Json } from '../json.js';
import { isTruthy, textFor } from './data.js';
import { evaluate, type Scope } from './evaluate.js';
import { entriesOf, type Template } from './template.js';

/** Replaces all expressions of a template by their values. */
export function resolve(template: Template, scope: Scope): Json {
  if (Array.isArray(template)) return template.map((item) => resolve(item, scope));
  if (typeof template !== 'object' || template === null) return template;
  if (template.kind === 'expression') return evaluate(template.text, scope);
  return Object.fromEntries(template.entries.map(([key, value]) => [key, resolve(value, scope)]));
}

/** A mapping with string values, such as `env` and `with`. */
export function resolveTexts(template: Template, scope: Scope): Record<string, string> {
  const resolved = typeof template === 'object' && template !== null && !Array.isArray(template) ? template : null;
  if (resolved?.kind === 'expression') return textsOf(resolve(resolved, scope));
  return Object.fromEntries(entriesOf(template).map(([key, value]) => [key, textFor(resolve(value, scope))]));
}

/** Whether a condition holds; it always contains a status function (see `withStatus`). */
export function conditionHolds(condition: string, scope: Scope): boolean {
  return isTruthy(evaluate(condition, scope));
}

/** Replaces `${{ … }}` in plain text, such as defaults of actions. */
export function fillText(text: string, scope: Scope): string {
  return text.replace(/\$\{\{(.*?)\}\}/gs, (_, inner: string) => textFor(evaluate(inner.trim(), scope)));
}

function textsOf(value: Json): Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, textFor(entry)]));
}
