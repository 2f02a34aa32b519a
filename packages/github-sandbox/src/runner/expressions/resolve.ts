import type { Json } from '../json.js';
import { entriesOf, type Template } from '../parse/template.js';
import { holds, textFor } from './data.js';
import { evaluate, type Scope } from './evaluate.js';

/** Puts values in the place of every expression of a template. */
export function resolve(template: Template, scope: Scope): Json {
  if (Array.isArray(template)) return template.map((item) => resolve(item, scope));
  if (typeof template !== 'object' || template === null) return template;
  if (template.kind === 'expression') return evaluate(template.text, scope);
  return Object.fromEntries(template.entries.map(([key, value]) => [key, resolve(value, scope)]));
}

/** A mapping whose values are texts, as `env` and `with` are. */
export function resolveTexts(template: Template, scope: Scope): Record<string, string> {
  const resolved = typeof template === 'object' && template !== null && !Array.isArray(template) ? template : null;
  if (resolved?.kind === 'expression') return textsOf(resolve(resolved, scope));
  return Object.fromEntries(entriesOf(template).map(([key, value]) => [key, textFor(resolve(value, scope))]));
}

/** Whether a condition holds; it always names a status, see `withStatus`. */
export function conditionHolds(condition: string, scope: Scope): boolean {
  return holds(evaluate(condition, scope));
}

/** Fills `${{ … }}` in a text that no template parser has seen, such as an action's defaults. */
export function fillText(text: string, scope: Scope): string {
  return text.replace(/\$\{\{(.*?)\}\}/gs, (_, inner: string) => textFor(evaluate(inner.trim(), scope)));
}

function textsOf(value: Json): Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, textFor(entry)]));
}
